import { cpus } from 'node:os';

/** A share of the time is measured over so many milliseconds at least: the system counts in hundredths of a second. */
const windowMs = 200;

/** How busy the processors of this machine were a moment ago, whoever used them. */
export class MachineLoad {
  private from = timesOf();
  private at = performance.now();
  private latest = 0;

  /** The part of their time that the processors worked, 0 to 1. */
  share(): number {
    const now = performance.now();
    if (now - this.at < windowMs) return this.latest;
    const times = timesOf();
    const all = times.all - this.from.all;
    if (all > 0) this.latest = 1 - (times.idle - this.from.idle) / all;
    [this.from, this.at] = [times, now];
    return this.latest;
  }
}

function timesOf(): { readonly idle: number; readonly all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ idle, all: user + nice + sys + irq + idle }));
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all: times.reduce((sum, { all }) => sum + all, 0) };
}
