import { longestSleepMs, type Candidate } from './may-start.decider';
import {
  shortestSleepMs,
  type AccountSleep,
  type AppliedChanges,
  type NextAccounts,
  type NextAsk,
  type RoundRobinBook,
} from './round-robin.store';

interface Row {
  readonly id: string;
  readonly projectId: string;
  readonly simulated: boolean;
  served: number;
  readonly entered: number;
  state: 'awake' | 'awaiting_upload' | 'asleep' | 'idle';
  wakesAt: number;
  refillsAt: number;
  wakeCount: number;
}

export interface ChangedAccount {
  readonly accountId: string;
  readonly projectId: string;
  readonly simulated: boolean;
}

const atOnce = 200;
const rowsAtMost = 512;

/** The round robin in memory, with the answers of the database's; its clocks are given in milliseconds. */
export class RoundRobinTable {
  private readonly accounts = new Map<string, Row>();
  private readonly projects = new Map<string, Row>();
  private readonly projectRings: readonly [Rings, Rings] = [newRings(), newRings()];
  private readonly accountRings = new Map<string, Rings>();
  private readonly wakeTimes = new Sorted((row) => row.wakesAt);
  private readonly refillTimes = new Sorted((row) => row.refillsAt);
  private readonly changed = new Map<string, ChangedAccount>();
  private numbers = 0;

  constructor(
    private readonly wall: () => number,
    private readonly monotonic: () => number,
  ) {}

  /** As the read model tells of an account of which pins wait. */
  change(account: ChangedAccount): void {
    this.changed.delete(account.accountId);
    this.changed.set(account.accountId, account);
  }

  /** As `wakeAccount` does. */
  wake(accountId: string): void {
    const row = this.accounts.get(accountId);
    if (!row) return;
    row.wakeCount += 1;
    if (row.state === 'awake') return;
    const { state, served, refillsAt } = row;
    const wakesAt = Math.min(row.wakesAt, this.wall() + shortestSleepMs);
    this.put(row, { state, served, wakesAt, refillsAt: Math.min(refillsAt, this.monotonic() + shortestSleepMs) });
  }

  /** As the leader sees it. `grant` makes a grant and says whether there was none yet. */
  book(grant: (candidate: Candidate) => boolean): RoundRobinBook {
    return {
      applyChanges: async () => this.applyChanges(),
      readNext: async (ask) => this.readNext(ask),
      putToSleep: async (sleeps) => sleeps.filter((sleep) => this.putToSleep(sleep)).length,
      grant: async (chosen) => this.give(chosen, grant),
      forgetIdle: async () => this.forgetIdle(),
    };
  }

  private applyChanges(): AppliedChanges {
    const changes: ChangedAccount[] = [];
    for (const account of this.changed.values()) if (changes.push(account) === atOnce) break;
    const rested = new Set([...this.wakeTimes.until(this.wall(), atOnce), ...this.refillTimes.until(this.monotonic(), atOnce)]);
    for (const { accountId, projectId, simulated } of changes) {
      this.changed.delete(accountId);
      this.awaken(this.accounts, accountId, projectId, simulated);
      this.awaken(this.projects, projectId, projectId, simulated);
    }
    for (const { id, projectId, simulated } of rested) {
      this.awaken(this.accounts, id, projectId, simulated);
      this.awaken(this.projects, projectId, projectId, simulated);
    }
    const applied = Math.max(changes.length, rested.size);
    return { applied, areMore: applied >= atOnce };
  }

  private readNext({ simulated, uploads, projects, accountsEach }: NextAsk): NextAccounts {
    const states = uploads ? (['awake', 'awaiting_upload'] as const) : (['awake'] as const);
    for (;;) {
      const rings = simulated.flatMap((each) => states.map((state) => this.projectRings[Number(each) as 0 | 1][state]));
      const asked = firstOf(rings, projects);
      const each = Math.max(accountsEach, Math.ceil(projects / asked.length));
      const found = asked.map(({ id }) => {
        const of = this.accountRings.get(id);
        return of
          ? firstOf(
              states.map((state) => of[state]),
              each,
            )
          : [];
      });
      asked.forEach((project, index) => {
        if (found[index]?.length === 0) this.settle(project);
      });
      const accounts = found.flat().slice(0, rowsAtMost);
      const areAll = asked.length < projects && found.every((of) => of.length < each);
      if (accounts.length > 0 || asked.length === 0)
        return { accounts: accounts.map(({ id, ...row }) => ({ accountId: id, ...row })), areAll };
    }
  }

  private putToSleep({ accountId, wakeCount, sleep }: AccountSleep): boolean {
    const row = this.accounts.get(accountId);
    if (!row || row.wakeCount !== wakeCount) return false;
    const wall = this.wall();
    const at = sleep.kind === 'until' ? sleep.at.getTime() : Infinity;
    const isOver = at <= wall;
    const wakesAt = isOver ? wall + shortestSleepMs : at === Infinity ? at : Math.min(at, wall + longestSleepMs);
    const state = sleep.kind === 'awaiting_upload' || sleep.kind === 'idle' ? sleep.kind : 'asleep';
    const ms = isOver ? shortestSleepMs : sleep.kind === 'for' ? sleep.ms : longestSleepMs;
    const refillsAt = state === 'asleep' ? this.monotonic() + ms : Infinity;
    this.put(row, { state, served: row.served, wakesAt, refillsAt });
    const project = this.projects.get(row.projectId);
    if (project) this.settle(project);
    return true;
  }

  private give(chosen: readonly Candidate[], grant: (candidate: Candidate) => boolean): Candidate[] {
    for (const { accountId, projectId } of chosen) {
      const served = ++this.numbers;
      for (const row of [this.accounts.get(accountId), this.projects.get(projectId)]) if (row) this.put(row, { ...row, served });
    }
    return chosen.filter(grant);
  }

  private forgetIdle(): void {
    for (const rows of [this.accounts, this.projects]) {
      const idle = [...rows.values()].filter(({ state }) => state === 'idle');
      if (idle.length === 0) continue;
      let least = Infinity;
      for (const { state, served } of rows.values()) if (state === 'awake' && served > 0) least = Math.min(least, served);
      for (const row of idle) {
        if (row.served >= least) continue;
        for (const each of [this.ringOf(row), this.wakeTimes, this.refillTimes]) each.remove(row);
        rows.delete(row.id);
      }
    }
  }

  private settle(project: Row): void {
    const states = ['awake', 'awaiting_upload', 'asleep'] as const;
    const state = states.find((each) => (this.accountRings.get(project.id)?.[each].size ?? 0) > 0) ?? 'idle';
    this.put(project, { ...project, state });
  }

  private awaken(rows: Map<string, Row>, id: string, projectId: string, simulated: boolean): void {
    const known = rows.get(id);
    if (known?.state === 'awake') return;
    const times = { wakesAt: Infinity, refillsAt: Infinity };
    const row = known ?? { id, projectId, simulated, served: 0, entered: ++this.numbers, state: 'idle', ...times, wakeCount: 0 };
    rows.set(id, row);
    this.put(row, { state: 'awake', served: row.served, ...times });
  }

  private put(row: Row, { state, served, wakesAt, refillsAt }: Pick<Row, 'state' | 'served' | 'wakesAt' | 'refillsAt'>): void {
    const sorted = () => [
      this.ringOf(row),
      ...(Number.isFinite(row.wakesAt) ? [this.wakeTimes] : []),
      ...(Number.isFinite(row.refillsAt) ? [this.refillTimes] : []),
    ];
    for (const each of sorted()) each.remove(row);
    row.state = state;
    row.served = served;
    row.wakesAt = wakesAt;
    row.refillsAt = refillsAt;
    for (const each of sorted()) each.add(row);
  }

  private ringOf({ id, projectId, simulated, state }: Row): Sorted {
    if (id === projectId) return this.projectRings[Number(simulated) as 0 | 1][state];
    const rings = this.accountRings.get(projectId) ?? newRings();
    this.accountRings.set(projectId, rings);
    return rings[state];
  }
}

type Rings = Readonly<Record<Row['state'], Sorted>>;

function newRings(): Rings {
  const ring = () => new Sorted(({ served }) => served);
  return { awake: ring(), awaiting_upload: ring(), asleep: ring(), idle: ring() };
}

/** The first so many of all of them together. */
function firstOf(rings: readonly Sorted[], count: number): Row[] {
  const filled = rings.filter(({ size }) => size > 0);
  const rows = filled.flatMap((ring) => ring.first(count));
  return filled.length > 1 ? rows.sort(byOrder).slice(0, count) : rows;
}

const byOrder = (a: Row, b: Row): number => a.served - b.served || a.entered - b.entered;

/** Rows by a number, then by when they entered. */
class Sorted {
  private readonly rows: Row[] = [];

  constructor(private readonly key: (row: Row) => number) {}

  get size(): number {
    return this.rows.length;
  }

  first(count: number): Row[] {
    return this.rows.slice(0, count);
  }

  until(key: number, limit: number): Row[] {
    const rows: Row[] = [];
    for (const row of this.rows) {
      if (rows.length === limit || this.key(row) > key) break;
      rows.push(row);
    }
    return rows;
  }

  add(row: Row): void {
    const index = this.indexOf(row);
    if (this.rows[index] !== row) this.rows.splice(index, 0, row);
  }

  remove(row: Row): void {
    const index = this.indexOf(row);
    if (this.rows[index] === row) this.rows.splice(index, 1);
  }

  private indexOf(row: Row): number {
    let [from, to] = [0, this.rows.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.rows[middle] as Row;
      if (this.key(other) < this.key(row) || (this.key(other) === this.key(row) && other.entered < row.entered)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
