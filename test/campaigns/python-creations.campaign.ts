import type { Command } from 'commander';
import { findPython, findPythonWithHttpx } from '../python-sdk/find-python';
import { startLiveService } from '../python-sdk/live-service';
import { wholeNumber } from './whole-number';

interface Asked {
  readonly creations: number;
  readonly answers: number;
  readonly seed: number;
  readonly httpx: boolean;
}

export const options = (command: Command): Command =>
  command
    .option('--creations <n>', 'pins to create', wholeNumber, 10_000)
    .option('--answers <n>', 'fuzzed answers to read', wholeNumber, 100_000)
    .option('--seed <n>', 'repeats the troubles', wholeNumber, 1)
    .option('--httpx', 'sends by httpx', false);

const hoursMs = 3 * 3_600_000;

/** Creates pins with the Python SDK through cuts and refusals, and reads fuzzed answers. */
export async function run({ creations, answers, seed, httpx }: Asked): Promise<boolean> {
  const live = await startLiveService();
  try {
    const python = await (httpx ? findPythonWithHttpx() : findPython());
    const environment = { SDK_CREATIONS: String(creations), SDK_SEED: String(seed), SDK_TRANSPORT: httpx ? 'httpx' : 'standard' };
    const created = await live.runLive(python, ['Cuts'], environment, hoursMs);
    const read = await live.runTests(
      python,
      ['test_values.Fuzz'],
      { SDK_FUZZED_ANSWERS: String(answers), SDK_SEED: String(seed) },
      hoursMs,
    );
    for (const { said } of [created, read]) console.log(said.trim());
    return created.code === 0 && read.code === 0;
  } finally {
    await live.stop();
  }
}
