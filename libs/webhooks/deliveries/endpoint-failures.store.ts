import type { Database } from '@pps/read-store';

export interface EndpointFailures {
  readonly firstAt: Date;
  readonly attempts: number;
}

const failingAfterMs = 5 * 86_400_000;
const failingAfterAttempts = 10;

/** Counts a failed attempt. The count starts again when the webhook was enabled after the first counted failure. */
export async function recordFailure(db: Database, webhookId: string, at: Date, enabledAt: Date): Promise<EndpointFailures> {
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

export async function deleteFailures(db: Database, webhookId: string): Promise<void> {
  await db('webhooks.failure').where({ webhook_id: webhookId }).delete();
}

/** Whether every attempt of 5 days failed, and there were at least 10. */
export const isFailing = ({ firstAt, attempts }: EndpointFailures, at: Date): boolean =>
  attempts >= failingAfterAttempts && at.getTime() - firstAt.getTime() >= failingAfterMs;
