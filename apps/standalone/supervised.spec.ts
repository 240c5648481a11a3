import type { Child, ChildEnd } from '@pps/embedded';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supervise } from './supervised';

const killed: ChildEnd = { code: null, signal: 'SIGKILL' };
const failed: ChildEnd = { code: 7, signal: null };

let folder: string;
let now = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervised-'));
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const endAfter = async ({ ranMs = 0, ...end }: ChildEnd & { readonly ranMs?: number }): Promise<ChildEnd> => {
  await Promise.resolve();
  now += ranMs;
  return end;
};

/** Ends of one process after the other, as soon as each was started; the pauses and whether it was given up. */
async function endsOf(
  ends: readonly (ChildEnd & { readonly ranMs?: number })[],
): Promise<{ starts: number; pausesMs: number[]; isGivenUp: boolean }> {
  const left = [...ends];
  const pausesMs: number[] = [];
  let [starts, isGivenUp] = [0, false];
  await new Promise<void>((resolve) => {
    const start = async (): Promise<Child> => {
      starts += 1;
      const end = left.shift();
      if (!end) resolve();
      const ended = end ? endAfter(end) : new Promise<ChildEnd>(() => undefined);
      return { pid: process.pid, ended, kill: () => undefined, stop: async () => undefined };
    };
    const onEnd = (_: string, __: string, restartInMs?: number) => {
      if (restartInMs !== undefined) return;
      isGivenUp = true;
      resolve();
    };
    const pause = async (ms: number) => void pausesMs.push(ms);
    void supervise({
      name: 'worker',
      pidFile: join(folder, 'worker.pid'),
      graceMs: 1,
      start,
      onEnd,
      pause,
      prerequisites: () => Promise.resolve(),
    }).start();
  });
  return { starts, pausesMs, isGivenUp };
}

test('what fails at once five times in a row is given up', async () => {
  expect(await endsOf(Array.from({ length: 5 }, () => failed))).toEqual({
    starts: 5,
    pausesMs: [250, 500, 1_000, 2_000],
    isGivenUp: true,
  });
});

test('what is killed again and again is started again and again, after a pause that grows to ten seconds', async () => {
  expect(await endsOf(Array.from({ length: 9 }, () => killed))).toEqual({
    starts: 10,
    pausesMs: [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000],
    isGivenUp: false,
  });
});

test('restarts leave nothing behind at the signal of the stop', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  await endsOf(Array.from({ length: 30 }, () => killed));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('a kill among failures neither brings the end nearer nor forgives them', async () => {
  const ends = [failed, failed, killed, failed, killed, failed];
  expect(await endsOf(ends)).toMatchObject({ starts: 7, isGivenUp: false });
  expect(await endsOf([...ends, failed])).toMatchObject({ starts: 7, isGivenUp: true });
});

test('a long run forgives the failures before it, however it ended', async () => {
  const ends = [failed, failed, failed, failed, { ...killed, ranMs: 10_000 }, failed, failed, failed, failed];
  expect(await endsOf(ends)).toMatchObject({ starts: 10, isGivenUp: false });
  expect(await endsOf([...ends, failed])).toMatchObject({ starts: 10, isGivenUp: true });
});
