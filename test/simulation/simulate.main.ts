import { Command } from 'commander';
import { wholeNumber } from '../campaigns/whole-number';
import { simulate } from './simulate';

async function main(): Promise<void> {
  const command = new Command('simulate')
    .description(
      'Publishes pins by the real pacing and publishing in virtual time, while everything goes wrong, and checks the promises at every step.',
    )
    .option('--pins <n>', 'how many', wholeNumber, 1_000_000)
    .option('--seed <n>', 'chooses everything; random when absent', wholeNumber)
    .parse();
  const { pins, seed = Math.floor(Math.random() * 1_000_000) } = command.opts<{ pins: number; seed?: number }>();
  console.log(`seed ${seed}`);
  const report = await simulate(pins, seed);
  for (const violation of report.violations) console.log(`VIOLATION ${violation}`);
  const rows = {
    pins: report.pins,
    ...report.ends,
    'attempts in doubt': report.doubts,
    deferrals: report.deferrals,
    'units of quota given back': report.unitsReleased,
    'virtual hours': (report.virtualSeconds / 3_600).toFixed(1),
    steps: report.steps,
    'steps/s': Math.round(report.steps / report.realSeconds),
    'real seconds': Math.round(report.realSeconds),
    violations: report.violations.length,
  };
  for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(30)}${String(value).padStart(10)}`);
  process.exitCode = report.violations.length > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
