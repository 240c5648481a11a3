import type { Command } from 'commander';
import { wholeNumber } from './whole-number';
import { fairness } from '../simulation/fairness';

export const options = (command: Command): Command =>
  command.option('--seeds <n>', 'how many', wholeNumber, 100).option('--from <seed>', 'the first', wholeNumber, 1);

export async function run({ seeds, from }: { readonly seeds: number; readonly from: number }): Promise<boolean> {
  const begun = performance.now();
  let [leastJain, slowest, violations] = [1, 0, 0];
  for (let seed = from; seed < from + seeds; seed += 1) {
    const result = await fairness(seed);
    leastJain = Math.min(leastJain, result.jain);
    slowest = Math.max(slowest, result.slowest);
    violations += result.violations.length;
    console.log(`seed ${seed}: Jain index ${result.jain.toFixed(4)}, slowest ${result.slowest.toFixed(2)} fair times`);
    for (const { breach, what } of result.violations) console.log(`VIOLATION ${breach}: ${what}`);
  }
  const isFair = leastJain >= 0.95 && slowest <= 2 && violations === 0;
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(
    `${seeds} seeds in ${seconds} s: least Jain index ${leastJain.toFixed(4)}, slowest small one ${slowest.toFixed(2)} of its fair time, violations ${violations}: ${isFair ? 'FAIR' : 'NOT FAIR'}`,
  );
  return isFair;
}
