/** A difference between the clocks of two machines that is left to pass. */
const toleratedMs = 1_000;

/** By the database's clock something is due that by this process's is not, which follows it within seconds: it would be found due again and again. */
export class ClockBehind extends Error {
  override readonly name = 'ClockBehind';

  constructor(dueAt: string, now: Date) {
    super(`due at ${dueAt} by the database's clock; the clock of this process says ${now.toISOString()}`);
  }
}

/** Throws `ClockBehind` when `now` is more than a second before `dueAt`, so that the item is left alone for a while instead of being asked for at once. */
export function refuseClockBehind(dueAt: string, now: Date): void {
  if (Date.parse(dueAt) - now.getTime() > toleratedMs) throw new ClockBehind(dueAt, now);
}
