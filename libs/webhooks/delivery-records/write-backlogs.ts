import type { RecordedFact } from '@pps/event-store';
import { runPrepared, type ProjectionContext } from '@pps/read-store';

/** Webhooks whose deliveries a batch of facts changed; true or false where it says whether the last attempt was slow. */
export type TouchedBacklogs = Map<string, boolean | null>;

/** An attempt that takes so long makes its webhook one of the slow ones, which share a small part of the deliveries at once. */
export const slowFromMs = 2_000;

export function touchBacklog(backlogs: TouchedBacklogs, webhookId: string, durationMs?: number): void {
  backlogs.set(webhookId, durationMs === undefined ? (backlogs.get(webhookId) ?? null) : durationMs >= slowFromMs);
}

/** Writes for each touched webhook when the earliest of its deliveries is due; the dispatcher chooses webhooks by that, however many there are. */
export async function writeBacklogs(
  backlogs: TouchedBacklogs,
  facts: readonly RecordedFact[],
  { tx, table }: ProjectionContext,
): Promise<void> {
  const newest = facts.at(-1);
  if (backlogs.size === 0 || !newest) return;
  const [delivery, target] = [table('webhook_delivery'), table('webhook_delivery_target')];
  await runPrepared(
    tx,
    `with due as (
       select webhook.id, webhook.slow, known.release_position, (
         select next_attempt_at from ${delivery} delivery
         where delivery.status = 'pending' and delivery.webhook_id = webhook.id order by next_attempt_at, sequence limit 1) as due_at, (
         select requested_position from ${delivery} delivery
         where delivery.status = 'pending' and delivery.webhook_id = webhook.id
           and delivery.requested_position >= known.release_from and delivery.position < known.release_position
         order by requested_position limit 1) as release_from
       from unnest(array(select unnest(:webhooks::uuid[])), :slow::boolean[]) webhook (id, slow)
       join ${target} known on known.webhook_id = webhook.id),
     touched as (
       select id, slow, case when release_from is null then due_at else least(due_at, :now) end as due_at, release_from,
         case when release_from is not null then release_position end as release_position from due)
     update ${target} target
     set due_at = touched.due_at, is_ready = coalesce(touched.due_at <= :now, false), is_slow = coalesce(touched.slow, target.is_slow),
       release_from = touched.release_from, release_position = touched.release_position
     from touched where target.webhook_id = touched.id
       and (target.due_at is distinct from touched.due_at or target.is_ready <> coalesce(touched.due_at <= :now, false)
         or target.is_slow <> coalesce(touched.slow, target.is_slow) or target.release_from is distinct from touched.release_from)`,
    { webhooks: [...backlogs.keys()], slow: [...backlogs.values()], now: newest.recordedAt },
  );
}
