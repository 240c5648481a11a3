import { pause } from '.';

it('ends with its time or with its signal, and never fails', async () => {
  const begun = performance.now();
  await pause(20);
  expect(performance.now() - begun).toBeGreaterThan(18);
  const ending = new AbortController();
  const waiting = pause(60_000, ending.signal);
  ending.abort();
  expect(await waiting).toBeUndefined();
  expect(await pause(60_000, ending.signal)).toBeUndefined();
});
