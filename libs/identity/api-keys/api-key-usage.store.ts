import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DATABASE, type Database } from '@pps/read-store';
import { LOGGER, type Logger } from '@pps/runtime';

const flushIntervalMs = 60_000;
const maxUnwritten = 10_000;

/** When each key was last used. Uses are collected in memory and written once a minute, so that a call costs no write; a crash loses at most that minute. */
@Injectable()
export class ApiKeyUsage implements OnApplicationBootstrap, OnModuleDestroy {
  private unwritten = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), flushIntervalMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  recordUse(keyId: string, at: Date): void {
    if (this.unwritten.size >= maxUnwritten && !this.unwritten.has(keyId)) return;
    this.unwritten.set(keyId, at);
  }

  /** Last uses by key id, at most a minute old for uses on other processes; a key that was never used is absent. */
  async findLastUses(keyIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.db<{ key_id: string; last_used_at: Date }>('identity.api_key_use').whereIn('key_id', keyIds);
    const uses = new Map(rows.map((row) => [row.key_id, row.last_used_at]));
    for (const keyId of keyIds) {
      const noted = this.unwritten.get(keyId);
      if (noted && noted > (uses.get(keyId) ?? 0)) uses.set(keyId, noted);
    }
    return uses;
  }

  private async flush(): Promise<void> {
    // All processes lock the rows in the same order, so that their writes cannot deadlock.
    const noted = [...this.unwritten].sort(([one], [other]) => (one < other ? -1 : 1));
    if (noted.length === 0) return;
    try {
      await this.db('identity.api_key_use')
        .insert(noted.map(([key_id, last_used_at]) => ({ key_id, last_used_at })))
        .onConflict('key_id')
        .merge({ last_used_at: this.db.raw('greatest(api_key_use.last_used_at, excluded.last_used_at)') });
      for (const [keyId, at] of noted) if (this.unwritten.get(keyId) === at) this.unwritten.delete(keyId);
    } catch (error) {
      this.logger.warn({ err: error }, 'last uses of API keys were not written and are tried again in a minute');
    }
  }
}
