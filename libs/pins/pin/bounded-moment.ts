import { longestWaitSeconds } from '@pps/kernel';

/** What somebody outside may put a pin off by at once: a day, in milliseconds. */
export const longestWaitMs = longestWaitSeconds * 1_000;

/** The moment that a fact names, but at most a day after another one; that other one where the fact names none that can be read. */
export function boundedMoment(from: string, named: string): string {
  const [start, end] = [Date.parse(from), Date.parse(named)];
  if (Number.isNaN(end)) return from;
  return end - start > longestWaitMs ? new Date(start + longestWaitMs).toISOString() : named;
}
