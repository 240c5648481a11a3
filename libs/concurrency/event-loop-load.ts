/** A share of the time is measured over so many milliseconds at least. */
const windowMs = 20;

/** How busy this process's event loop was a moment ago. */
export class EventLoopLoad {
  private from = performance.eventLoopUtilization();
  private latest = 0;

  /** The part of the time that it worked instead of waiting, 0 to 1; time in which the machine did something else counts as work. */
  share(): number {
    const now = performance.eventLoopUtilization();
    const { active, idle, utilization } = performance.eventLoopUtilization(now, this.from);
    if (active + idle < windowMs) return this.latest;
    this.from = now;
    return (this.latest = utilization);
  }
}
