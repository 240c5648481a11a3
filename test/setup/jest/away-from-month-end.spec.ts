import { createRequire } from 'node:module';

const { awayFromMonthEnd } = createRequire(__filename)('./away-from-month-end.cjs') as {
  readonly awayFromMonthEnd: (nowMs: () => number, pause: (ms: number) => Promise<void>) => Promise<void>;
};

it.each([
  ['2026-11-30T23:55:59Z', []],
  ['2026-11-30T23:58:00Z', [120_000]],
  ['2026-12-31T23:59:59.500Z', [500]],
  ['2027-02-27T23:59:00Z', []],
  ['2026-12-01T00:00:00Z', []],
])('at %s a file of tests waits for %j ms', async (at, expected) => {
  const waits: number[] = [];
  await awayFromMonthEnd(
    () => Date.parse(at),
    (ms) => Promise.resolve(void waits.push(ms)),
  );
  expect(waits).toEqual(expected);
});
