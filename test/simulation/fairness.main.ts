import { Command } from 'commander';
import { wholeNumber } from '../campaigns/whole-number';
import { fairness } from './fairness';

async function main(): Promise<void> {
  const command = new Command('simulate:fairness')
    .description(
      'Ten workspaces, one with 10,000 pins and nine with 10, in virtual time: how equal are their shares, how long do the small ones take?',
    )
    .option('--seeds <n>', 'how many', wholeNumber, 100)
    .option('--from <seed>', 'the first', wholeNumber, 1)
    .parse();
  const { seeds, from } = command.opts<{ seeds: number; from: number }>();
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
  process.exitCode = isFair ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
