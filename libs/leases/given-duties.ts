interface Given {
  readonly to: string;
  readonly at: number;
}

interface Distrust {
  readonly until: number;
  readonly times: number;
}

/** Longer than a process that ends after 10 s keeps its leases, and than anybody waits for a host that does not take what it was given. */
const soonMs = 16_000;
const firstDistrustMs = 10_000;
const longestDistrustMs = 3_600_000;
/** Of hosts that have not shown yet that they can lead. */
const longestDistrustOfNewcomersMs = 600_000;
const provenAtMost = 1_000;

const trusted: Distrust = { until: -Infinity, times: 0 };

/**
 * Remembers what this host gave up for whom. One that did not take it, or soon gave it back, is given nothing for 10 s, and twice as long each further time,
 * up to an hour: it may not be able to lead. A process that ends again and again comes back under another name each time, so all hosts that have not
 * been seen leading for 16 s yet are given nothing meanwhile either, up to ten minutes.
 */
export class GivenDuties {
  private readonly given = new Map<string, Given>();
  private readonly distrusted = new Map<string, Distrust>();
  private readonly proven = new Set<string>();
  /** Since when others have been seen leading. */
  private readonly leading = new Map<string, number>();
  private newcomers = trusted;

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  /** These lead something now; it is called while others ask, about once a second. */
  noteLeading(holders: ReadonlySet<string>): void {
    const now = this.monotonic();
    for (const holder of this.leading.keys()) if (!holders.has(holder)) this.leading.delete(holder);
    for (const holder of holders) {
      const since = this.leading.get(holder) ?? now;
      this.leading.set(holder, since);
      if (now - since > soonMs) this.proven.add(holder);
    }
  }

  /** The lease of the duty is free for the receiver now. */
  note(duty: string, to: string): void {
    this.given.set(duty, { to, at: this.monotonic() });
  }

  /** This host leads the duty again, and nobody gave it up for it; of a receiver for whom `isFrom` is false it was not taken back. */
  noteReturn(duty: string, isFrom: (receiver: string) => boolean = () => true): void {
    const now = this.monotonic();
    this.noteProven(now);
    for (const [holder, { until }] of this.distrusted) if (now - until > longestDistrustMs) this.distrusted.delete(holder);
    if (now - this.newcomers.until > longestDistrustMs) this.newcomers = trusted;
    const returned = this.given.get(duty);
    this.given.delete(duty);
    if (!returned || !isFrom(returned.to) || (this.distrusted.get(returned.to)?.until ?? -Infinity) > now) return;
    const isNew = !this.proven.delete(returned.to);
    this.distrusted.set(returned.to, longer(this.distrusted.get(returned.to), now, longestDistrustMs));
    if (isNew && this.newcomers.until <= now) this.newcomers = longer(this.newcomers, now, longestDistrustOfNewcomersMs);
  }

  /** Whether duties may be given up for this host now. */
  mayTake(holder: string): boolean {
    const now = this.monotonic();
    this.noteProven(now);
    return Math.max(this.distrusted.get(holder)?.until ?? -Infinity, this.proven.has(holder) ? -Infinity : this.newcomers.until) <= now;
  }

  /** What was given long ago and has not come back is led by its receiver. */
  private noteProven(now: number): void {
    for (const [duty, { to, at }] of this.given) {
      if (now - at <= soonMs) continue;
      this.given.delete(duty);
      this.proven.add(to);
    }
    for (const oldest of this.proven) {
      if (this.proven.size <= provenAtMost) break;
      this.proven.delete(oldest);
    }
  }
}

function longer({ times }: Distrust = trusted, now: number, longest: number): Distrust {
  return { until: now + Math.min(firstDistrustMs * 2 ** times, longest), times: times + 1 };
}
