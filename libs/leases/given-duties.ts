/** Longer than a process that ends after 10 s keeps its leases, and than anybody waits for a host that does not take what it was given. */
const soonMs = 16_000;
const firstPauseMs = 10_000;
const longestPauseMs = 3_600_000;

/**
 * Remembers what this host gave up for whom. A host that did not take it, or gave it back within 16 s, is given nothing for 10 s, and twice as long each
 * further time, an hour at most: it may not be able to lead.
 */
export class GivenDuties {
  private readonly given = new Map<string, { readonly to: string; readonly at: number }>();
  private readonly paused = new Map<string, { readonly until: number; readonly times: number }>();

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  /** The lease of the duty is free for the receiver now. */
  note(duty: string, to: string): void {
    this.given.set(duty, { to, at: this.monotonic() });
  }

  /** This host leads the duty again, and nobody gave it up for it; of a receiver for whom `isFrom` is false it was not taken back. */
  noteReturn(duty: string, isFrom: (receiver: string) => boolean = () => true): void {
    const now = this.monotonic();
    for (const [holder, { until }] of this.paused) if (now - until > longestPauseMs) this.paused.delete(holder);
    const given = this.given.get(duty);
    this.given.delete(duty);
    if (!given || now - given.at > soonMs || !isFrom(given.to) || !this.mayTake(given.to)) return;
    const times = this.paused.get(given.to)?.times ?? 0;
    this.paused.set(given.to, { until: now + Math.min(firstPauseMs * 2 ** times, longestPauseMs), times: times + 1 });
  }

  /** Whether duties may be given up for this host now. */
  mayTake(holder: string): boolean {
    return (this.paused.get(holder)?.until ?? -Infinity) <= this.monotonic();
  }
}
