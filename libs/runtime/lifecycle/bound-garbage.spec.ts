import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// The young generation as on Node 20: on 24 it grows to 128 MiB, and how much of it is promoted by chance hides what is measured.
const entry = ['--max-semi-space-size=16', 'scripts/run.mjs', 'libs/runtime/lifecycle/growing-heap.fixture'];

async function peakMib(behaviour: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...entry, behaviour], { timeout: 120_000 });
  return Number(stdout);
}

it('an old generation whose garbage is bounded takes less than two thirds of one that V8 lets grow', async () => {
  expect(await peakMib('bounded')).toBeLessThan((await peakMib('as-it-is')) * 0.67);
});
