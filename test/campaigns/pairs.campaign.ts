import type { Command } from 'commander';
import type { PairReport } from '../simulation/pairs/check-pair';
import { explorePairs } from '../simulation/pairs/explore-pairs';
import { subjects } from '../simulation/pairs/subjects';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command
    .option('--seed <n>', 'chooses the interleavings of pairs that have too many', wholeNumber, 1)
    .option('--interleavings <n>', 'of a pair at most', wholeNumber, 100_000)
    .option('--only <text>', 'a part of "subject | command | command"');

export async function run(asked: { readonly seed: number; readonly interleavings: number; readonly only?: string }): Promise<boolean> {
  const { seed, interleavings: most, only } = asked;
  const bySubject = new Map<string, PairReport[]>();
  for await (const report of explorePairs(subjects, { seed, most, only })) {
    bySubject.set(report.subject, [...(bySubject.get(report.subject) ?? []), report]);
    if (report.violation) tell(report, seed);
  }
  console.log(line(['', 'pairs', 'interleavings', 'exhaustive', 'seeded', 'violations']));
  for (const [subject, reports] of bySubject) console.log(line([subject, ...countsOf(reports)]));
  const all = [...bySubject.values()].flat();
  console.log(line(['all', ...countsOf(all)]));
  return all.length > 0 && all.every(({ violation }) => violation === null);
}

function tell({ subject, pair, violation }: PairReport, seed: number): void {
  console.log(`VIOLATION ${[subject, ...pair].join(' | ')} (seed ${seed}): ${violation?.what}`);
  console.log(`  after ${violation?.steps.join(', ')}`);
}

/** A pair with a violation ends there, whatever it has left. */
function countsOf(reports: readonly PairReport[]): readonly number[] {
  const sound = reports.filter(({ violation }) => violation === null);
  return [
    reports.length,
    reports.reduce((sum, { interleavings }) => sum + interleavings, 0),
    sound.filter(({ isExhaustive }) => isExhaustive).length,
    sound.filter(({ isExhaustive }) => !isExhaustive).length,
    reports.length - sound.length,
  ];
}

const line = ([subject, ...numbers]: readonly (string | number)[]): string =>
  `${String(subject).padEnd(40)}${numbers.map((number) => String(number).padStart(14)).join('')}`;
