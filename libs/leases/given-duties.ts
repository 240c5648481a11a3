interface Given {
  readonly to: string;
  readonly at: number;
}

interface Distrust {
  readonly until: number;
  readonly times: number;
}

const soonMs = 10_000;
const firstDistrustMs = 10_000;
const longestDistrustMs = 3_600_000;

/**
 * Remembers what this host gave up for whom. One that did not take it, or soon gave it back, is given nothing for 10 s, and twice as long each
 * further time, up to an hour: it may not be able to lead.
 */
export class GivenDuties {
  private readonly given = new Map<string, Given>();
  private readonly distrusted = new Map<string, Distrust>();

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  note(duty: string, to: string): void {
    this.given.set(duty, { to, at: this.monotonic() });
  }

  /** This host leads the duty again, and nobody gave it up for it. */
  noteReturn(duty: string): void {
    const now = this.monotonic();
    for (const [each, { at }] of this.given) if (now - at > soonMs) this.given.delete(each);
    for (const [holder, { until }] of this.distrusted) if (now - until > longestDistrustMs) this.distrusted.delete(holder);
    const returned = this.given.get(duty);
    this.given.delete(duty);
    if (!returned || !this.mayTake(returned.to)) return;
    const times = (this.distrusted.get(returned.to)?.times ?? 0) + 1;
    const waitMs = Math.min(firstDistrustMs * 2 ** (times - 1), longestDistrustMs);
    this.distrusted.set(returned.to, { until: now + waitMs, times });
  }

  /** Whether duties may be given up for this host now. */
  mayTake(holder: string): boolean {
    return (this.distrusted.get(holder)?.until ?? -Infinity) <= this.monotonic();
  }
}
