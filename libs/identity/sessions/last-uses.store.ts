import type { Database } from '@pps/read-store';
import type { Logger } from '@pps/runtime';

const flushIntervalMs = 60_000;
const maxUnwritten = 10_000;
const deletedAtOnce = 10_000;

export interface UsesTable {
  readonly name: 'identity.api_key_use' | 'identity.session_use';
  readonly id: 'key_id' | 'session_id';
  /** Older uses are forgotten; absent: none is. */
  readonly lifetimeMs?: number;
}

/** When each credential was last used. Uses are collected in memory and written once a minute, so that a call costs no write; a crash loses at most that minute. */
export class LastUses {
  private unwritten = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly table: UsesTable,
  ) {}

  /** Writes once a minute from now on. */
  start(): void {
    this.timer = setInterval(() => void this.flush(), flushIntervalMs).unref();
  }

  /** Writes what was not written yet. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  recordUse(id: string, at: Date): void {
    if (this.unwritten.size >= maxUnwritten && !this.unwritten.has(id)) return;
    this.unwritten.set(id, at);
  }

  /** Last uses by id, at most a minute old for uses on other processes; a credential that was never used is absent. */
  async findLastUses(ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const { name, id } = this.table;
    const rows: { readonly id: string; readonly last_used_at: Date }[] = await this.db(name)
      .whereIn(id, ids)
      .select(`${id} as id`, 'last_used_at');
    const uses = new Map(rows.map((row) => [row.id, row.last_used_at]));
    for (const used of ids) {
      const noted = this.unwritten.get(used);
      if (noted && noted > (uses.get(used) ?? 0)) uses.set(used, noted);
    }
    return uses;
  }

  private async flush(): Promise<void> {
    // All processes lock the rows in the same order, so that their writes cannot deadlock.
    const noted = [...this.unwritten].sort(([one], [other]) => (one < other ? -1 : 1));
    if (noted.length === 0) return;
    const { name, id } = this.table;
    try {
      await this.db(`${name} as known`)
        .insert(noted.map(([used, last_used_at]) => ({ [id]: used, last_used_at })))
        .onConflict(id)
        .merge({ last_used_at: this.db.raw('greatest(known.last_used_at, excluded.last_used_at)') });
      for (const [used, at] of noted) if (this.unwritten.get(used) === at) this.unwritten.delete(used);
      await this.forgetOld();
    } catch (error) {
      this.logger.warn({ err: error, table: name }, 'last uses of credentials were not written and are tried again in a minute');
    }
  }

  private async forgetOld(): Promise<void> {
    const { name, id, lifetimeMs } = this.table;
    if (lifetimeMs === undefined) return;
    const old = this.db(name)
      .whereRaw(`last_used_at < clock_timestamp() - ? * interval '1 millisecond'`, [lifetimeMs])
      .limit(deletedAtOnce)
      .forUpdate()
      .skipLocked();
    await this.db(name).whereIn(id, old.select(id)).delete();
  }
}
