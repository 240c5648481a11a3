import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const entry = ['scripts/run.mjs', 'libs/runtime/lifecycle/growing-heap.fixture'];

async function peakMib(behaviour: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...entry, behaviour], { timeout: 120_000 });
  return Number(stdout);
}

it('a heap whose garbage is bounded takes less than two thirds of one that V8 lets grow', async () => {
  expect(await peakMib('bounded')).toBeLessThan((await peakMib('as-it-is')) * 0.67);
});
