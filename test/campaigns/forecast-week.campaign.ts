import type { Command } from 'commander';
import { forecastWeek } from './forecast-week/forecast-week';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command
    .option('--seed <n>', 'chooses the week', wholeNumber, 1)
    .option('--unforeseen <percent>', 'pins that clients create meanwhile', wholeNumber, 30);

export async function run({ seed, unforeseen }: { readonly seed: number; readonly unforeseen: number }): Promise<boolean> {
  const { schedules, slipped, p50, p99, slippedP50, slippedP99, wronglyLost } = forecastWeek(seed, unforeseen / 100);
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  console.log(
    `${schedules} schedules of 20 workspaces, ${unforeseen} % more pins created meanwhile: error p50 ${seconds(p50)}, p99 ${seconds(p99)}; ` +
      `of the ${slipped} that slipped by more than a minute p50 ${seconds(slippedP50)}, p99 ${seconds(slippedP99)}; ` +
      `${wronglyLost} went out or failed for quota against the forecast`,
  );
  return true;
}
