import type { Command } from 'commander';
import { findPython } from '../python-sdk/find-python';
import { runPython } from '../python-sdk/run-python';
import { readFuzzedAnswers } from '../sdk/read-fuzzed-answers';
import { wholeNumber } from './whole-number';

interface Options {
  readonly answers: number;
  readonly seed: number;
}

export const options = (command: Command): Command =>
  command
    .option('--answers <n>', 'answers for each SDK', wholeNumber, 100_000)
    .option('--seed <n>', 'repeats the answers', wholeNumber, 44);

const hourMs = 3_600_000;

/** Answers calls of each SDK with unknown fields and values, nulls, huge numbers and cut bodies: a value comes of it, or an error of the SDK. */
export async function run({ answers, seed }: Options): Promise<boolean> {
  console.log('TypeScript', await readFuzzedAnswers(answers, seed));
  const environment = { SDK_FUZZED_ANSWERS: String(answers), SDK_SEED: String(seed) };
  const { code, said } = await runPython(await findPython(), ['-m', 'unittest', '-v', 'test_values.Fuzz'], environment, {
    timeoutMs: hourMs,
  });
  console.log('Python', said.trim());
  return code === 0;
}
