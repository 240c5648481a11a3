import type { Command } from 'commander';
import { wholeNumber } from './whole-number';
import { simulate } from '../simulation/simulate';

export const options = (command: Command): Command =>
  command
    .option('--pins <n>', 'how many', wholeNumber, 1_000_000)
    .option('--seed <n>', 'chooses everything; random when absent', wholeNumber)
    .option('--times-as-often <n>', 'how many times as often as usual clocks are set, leaders taken over, and so on', wholeNumber, 1);

export async function run({
  pins,
  seed = Math.floor(Math.random() * 1_000_000),
  timesAsOften,
}: {
  readonly pins: number;
  readonly seed?: number;
  readonly timesAsOften: number;
}): Promise<boolean> {
  console.log(`seed ${seed}`);
  const begun = performance.now();
  const onProgress = (accepted: number, steps: number, violations: number) => {
    const seconds = (performance.now() - begun) / 1_000;
    const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
    console.log(
      `${accepted} of ${pins} after ${Math.round(seconds)} s, ${Math.round(steps / seconds)} steps/s, ${memory} MiB, ${violations} violations`,
    );
  };
  const report = await simulate(pins, seed, { timesAsOften, onProgress });
  for (const { breach, what } of report.violations) console.log(`VIOLATION ${breach}: ${what}`);
  const { user, system } = process.cpuUsage();
  const rows = {
    pins: report.pins,
    ...report.ends,
    'unknown outcomes': report.unknownOutcomes,
    deferrals: report.deferrals,
    'units of quota given back': report.unitsReleased,
    'offers lost': report.offersLost,
    'work of dead workers': report.broughtAgain,
    'NATS wiped': report.wipes,
    'killed between claim and call': report.diedAfterClaim,
    'virtual hours': (report.virtualSeconds / 3_600).toFixed(1),
    steps: report.steps,
    'steps/s': Math.round(report.steps / report.realSeconds),
    'real seconds': Math.round(report.realSeconds),
    'CPU seconds': Math.round((user + system) / 1_000_000),
    violations: report.violations.length,
  };
  for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(30)}${String(value).padStart(10)}`);
  console.log(`trace ${report.trace}`);
  return report.violations.length === 0;
}
