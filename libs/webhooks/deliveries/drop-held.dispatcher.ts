import { pause } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import type { Database } from '@pps/read-store';
import { retainedForDays } from '../delivery-records/remove-outdated';
import { dropHeld, systemOriginOf, webhookStream } from '../subscriptions/webhook.stream';

export interface DropHeldDeps {
  readonly db: Database;
  readonly streams: Streams;
  readonly clock: Clock;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

interface Held {
  webhook_id: string;
  id: string;
  sequence: string;
}

const perPortion = 1_000;
const pauseMs = 600_000;
const dayMs = 86_400_000;

/** Every ten minutes drops what disabled webhooks have held for 90 days. */
export async function runHeldDropping(deps: DropHeldDeps, { signal }: Leadership): Promise<void> {
  while (!signal.aborted) {
    await dropOldHeld(deps).catch((error: unknown) => deps.log('warn', 'held deliveries wait to be dropped', { error: String(error) }));
    await pause(pauseMs, signal);
  }
}

/** Drops a portion of at most 1,000 deliveries: each webhook's stream says which, and their rows go with that fact. */
export async function dropOldHeld({ db, streams, clock, log }: DropHeldDeps): Promise<void> {
  const now = clock();
  const requestedBefore = new Date(now.getTime() - retainedForDays * dayMs);
  const { rows } = await db.raw<{ rows: Held[] }>(
    `select delivery.webhook_id, delivery.id, delivery.sequence from read.webhook_delivery delivery
     join read.webhook_delivery_target target on target.webhook_id = delivery.webhook_id and not target.is_enabled and not target.is_deleted
     where delivery.status = 'pending' and delivery.created_at < :requestedBefore and delivery.next_attempt_at < :requestedBefore
     order by delivery.created_at, delivery.sequence limit :perPortion`,
    { requestedBefore, perPortion },
  );
  for (const [webhookId, held] of groupByWebhook(rows)) {
    const sequences = held.map(({ sequence }) => Number(sequence));
    const dropped = {
      count: held.length,
      firstSequence: Math.min(...sequences),
      lastSequence: Math.max(...sequences),
      lastDeliveryId: held.at(-1)?.id ?? '',
      requestedBefore: requestedBefore.toISOString(),
      at: now.toISOString(),
    };
    const { state } = await streams.load(webhookStream, webhookId);
    if (state.kind !== 'active') continue;
    await streams
      .decide(webhookStream, webhookId, systemOriginOf(state, now), (webhook) => dropHeld(dropped, webhook))
      .catch((error: unknown) => log('warn', 'held deliveries of a webhook wait to be dropped', { webhookId, error: String(error) }));
  }
}

function groupByWebhook(rows: readonly Held[]): Map<string, Held[]> {
  const groups = new Map<string, Held[]>();
  for (const row of rows) groups.set(row.webhook_id, [...(groups.get(row.webhook_id) ?? []), row]);
  return groups;
}
