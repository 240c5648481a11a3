import type { Database } from '@pps/read-store';
import type { ReplayStatus } from './webhook_deliveries.tables';

export interface ReplayRow {
  readonly replayId: string;
  readonly webhookId: string;
  readonly status: ReplayStatus;
  readonly since: string;
  readonly until: string;
  readonly events: number;
  /** How many of them are due again, or were. */
  readonly replayed: number;
  readonly requestedAt: string;
  readonly endedAt: string | null;
}

interface Row {
  replay_id: string;
  webhook_id: string;
  status: ReplayStatus;
  since: Date;
  until: Date;
  events: string;
  replayed: string;
  requested_at: Date;
  ended_at: Date | null;
}

/** A replay of this webhook, or null. */
export async function findReplay(db: Database, webhookId: string, replayId: string): Promise<ReplayRow | null> {
  const row = (await db('read.webhook_replay').where({ webhook_id: webhookId, replay_id: replayId }).first()) as Row | undefined;
  if (!row) return null;
  return {
    replayId: row.replay_id,
    webhookId: row.webhook_id,
    status: row.status,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    events: Number(row.events),
    replayed: Number(row.replayed),
    requestedAt: row.requested_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
