import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

it('a process that idles gives back what its heap does not need any more', async () => {
  const entry = ['scripts/run.mjs', 'libs/runtime/lifecycle/idle-heap.fixture'];
  // Without it the process would wait for ever.
  const { stdout } = await promisify(execFile)(process.execPath, entry, { timeout: 120_000 });
  const [peak = 0, rested = Infinity] = stdout.split(' ').map(Number);
  expect(rested).toBeLessThanOrEqual(peak / 2);
});
