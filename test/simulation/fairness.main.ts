import { Command } from 'commander';
import { wholeNumber } from '../campaigns/whole-number';
import { fairness } from './fairness';

async function main(): Promise<void> {
  const command = new Command('simulate:fairness')
    .description(
      'Ten workspaces, one with 10,000 pins and nine with 10, in virtual time: how equal are their shares, how long do the small ones take?',
    )
    .option('--seeds <n>', 'how many, from 1 on', wholeNumber, 100)
    .parse();
  const { seeds } = command.opts<{ seeds: number }>();
  let [leastJain, slowest, violations] = [1, 0, 0];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const result = await fairness(seed);
    leastJain = Math.min(leastJain, result.jain);
    slowest = Math.max(slowest, result.slowest);
    violations += result.violations.length;
    for (const violation of result.violations) console.log(`seed ${seed} VIOLATION ${violation.breach}: ${violation.what}`);
  }
  console.log(
    `${seeds} seeds: least Jain index ${leastJain.toFixed(4)}, slowest small one ${slowest.toFixed(2)} of its fair time, violations ${violations}`,
  );
  process.exitCode = leastJain < 0.95 || slowest > 2 || violations > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
