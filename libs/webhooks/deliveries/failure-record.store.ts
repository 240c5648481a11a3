import type { Database } from '@pps/read-store';

export interface FailureRecord {
  readonly firstAt: Date;
  readonly attempts: number;
}

const disablesAfterMs = 5 * 86_400_000;
const disablesAfterAttempts = 10;

/** Counts a failed attempt; failures from before the webhook was last enabled do not count. */
export async function recordFailure(db: Database, webhookId: string, at: Date, enabledAt: Date): Promise<FailureRecord> {
  const { rows } = await db.raw<{ rows: { first_at: Date; attempts: number }[] }>(
    `insert into webhooks.failure as known (webhook_id, first_at, last_at, attempts) values (:webhookId, :at, :at, 1)
     on conflict (webhook_id) do update set
       first_at = case when known.first_at < :enabledAt then excluded.first_at else known.first_at end,
       attempts = case when known.first_at < :enabledAt then 1 else known.attempts + 1 end,
       last_at = excluded.last_at
     returning first_at, attempts`,
    { webhookId, at, enabledAt },
  );
  const [row] = rows;
  return { firstAt: row?.first_at ?? at, attempts: row?.attempts ?? 1 };
}

export async function forgetFailures(db: Database, webhookId: string): Promise<void> {
  await db('webhooks.failure').where({ webhook_id: webhookId }).delete();
}

/** Five days of nothing but failure, and at least ten attempts. */
export const isFailing = ({ firstAt, attempts }: FailureRecord, at: Date): boolean =>
  attempts >= disablesAfterAttempts && at.getTime() - firstAt.getTime() >= disablesAfterMs;
