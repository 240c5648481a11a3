/** A pin that wants to go out: of a schedule, or created by a client meanwhile. Moments are milliseconds since 1970. */
export interface Arrival {
  readonly atMs: number;
  readonly project: number;
  readonly accountId: string;
  /** Null: nobody could know of it. */
  readonly scheduleId: string | null;
}

interface Bucket {
  readonly capacity: number;
  readonly perMs: number;
  tokens: number;
  at: number;
}

const bucket = (capacity: number, refillPerSecond: number, at: number): Bucket => ({
  capacity,
  perMs: refillPerSecond / 1_000,
  tokens: capacity,
  at,
});

const tokensAt = ({ tokens, at, perMs, capacity }: Bucket, nowMs: number): number => Math.min(capacity, tokens + (nowMs - at) * perMs);

function take(from: Bucket, nowMs: number): void {
  from.tokens = tokensAt(from, nowMs) - 1;
  from.at = nowMs;
}

const dayMs = 24 * 3_600_000;
const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
// A call may take that long to start, and its token counts only then.
const callDelayMs = 250;

/** Publishes a week of pins: units of quota at their time, buckets, workspaces and their accounts in turn; what was waiting can be read at any moment. */
export class PacedWeek {
  readonly startedAt = new Map<string, number>();
  readonly global: Bucket;
  private readonly accounts = new Map<string, Bucket>();
  private readonly waiting = new Map<number, Map<string, Arrival[]>>();
  private readonly used = new Map<string, number>();
  private readonly arrivals: Arrival[];
  private deferred: Arrival[] = [];
  private turn = 0;
  private nowMs: number;

  constructor(
    arrivals: readonly Arrival[],
    private readonly quota: (project: number) => number,
    beginMs: number,
    private readonly random: () => number,
  ) {
    this.arrivals = [...arrivals].sort((one, other) => one.atMs - other.atMs);
    this.nowMs = beginMs;
    this.global = bucket(200, 3, beginMs);
  }

  account(accountId: string): Bucket {
    const known = this.accounts.get(accountId) ?? bucket(50, 1, this.nowMs);
    this.accounts.set(accountId, known);
    return known;
  }

  usedOf = (project: number): number => this.used.get(`${project} ${monthOf(this.nowMs)}`) ?? 0;

  waitingOf(project: number, accountId?: string): number {
    const queues = this.waiting.get(project) ?? new Map<string, Arrival[]>();
    return [...queues].reduce((sum, [id, pins]) => sum + (accountId === undefined || id === accountId ? pins.length : 0), 0);
  }

  balanceOf = (of: Bucket): number => tokensAt(of, this.nowMs);

  /** Lets time pass. */
  runUntil(untilMs: number): void {
    for (;;) {
      this.takeArrivals();
      while (this.startOne());
      const next = Math.min(this.arrivals[0]?.atMs ?? Infinity, this.nextTokenMs(), nextMonthMs(this.nowMs));
      if (next > untilMs) break;
      this.nowMs = next;
    }
    this.nowMs = untilMs;
  }

  private takeArrivals(): void {
    const again = monthOf(this.nowMs) === monthOf(this.nowMs - 1) ? [] : this.deferred.splice(0);
    for (const arrival of again) this.admit(arrival, false);
    while ((this.arrivals[0]?.atMs ?? Infinity) <= this.nowMs) this.admit(this.arrivals.shift() as Arrival, true);
  }

  private admit(arrival: Arrival, mayDefer: boolean): void {
    const { project, accountId } = arrival;
    if (this.usedOf(project) >= this.quota(project)) {
      if (mayDefer && arrival.scheduleId !== null && nextMonthMs(this.nowMs) - this.nowMs <= dayMs) this.deferred.push(arrival);
      return;
    }
    this.used.set(`${project} ${monthOf(this.nowMs)}`, this.usedOf(project) + 1);
    const queues = this.waiting.get(project) ?? new Map<string, Arrival[]>();
    this.waiting.set(project, queues);
    queues.set(accountId, [...(queues.get(accountId) ?? []), arrival]);
  }

  /** The next workspace in turn, in it the account that was served longest ago. */
  private startOne(): boolean {
    if (tokensAt(this.global, this.nowMs) < 1) return false;
    const projects = [...this.waiting.keys()].sort((one, other) => one - other);
    const inTurn = [...projects.filter((project) => project > this.turn), ...projects.filter((project) => project <= this.turn)];
    for (const project of inTurn) {
      const queues = this.waiting.get(project) as Map<string, Arrival[]>;
      for (const [accountId, [first, ...rest]] of queues) {
        if (!first || tokensAt(this.account(accountId), this.nowMs) < 1) continue;
        queues.delete(accountId);
        if (rest.length > 0) queues.set(accountId, rest);
        if (queues.size === 0) this.waiting.delete(project);
        take(this.global, this.nowMs);
        take(this.account(accountId), this.nowMs);
        if (first.scheduleId !== null) this.startedAt.set(first.scheduleId, this.nowMs + this.random() * callDelayMs);
        this.turn = project;
        return true;
      }
    }
    return false;
  }

  private nextTokenMs(): number {
    const accounts = [...this.waiting.values()].flatMap((queues) => [...queues.keys()].map((id) => this.account(id)));
    if (accounts.length === 0) return Infinity;
    const opens = (of: Bucket) => this.nowMs + Math.max(0, 1 - tokensAt(of, this.nowMs)) / of.perMs;
    return Math.max(this.nowMs + 1, Math.ceil(Math.max(opens(this.global), Math.min(...accounts.map(opens)))));
  }
}

function nextMonthMs(ms: number): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}
