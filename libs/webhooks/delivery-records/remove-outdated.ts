import type { RecordedFact } from '@pps/event-store';
import { runPrepared, type ProjectionContext } from '@pps/read-store';
import type { WebhookHeldDropped } from '../events';

export const retainedForDays = 90;
const leastPortion = 200;

/**
 * Removes deliveries that ended, with their attempts, and replays once they are 90 days older than the newest fact: twice as many as facts came, 200 at
 * least, so that they leave as fast as others come. The log retains them.
 */
export async function removeOutdated(facts: readonly RecordedFact[], { tx, table }: ProjectionContext): Promise<void> {
  const newest = facts.at(-1);
  if (!newest) return;
  const [delivery, attempt, replay] = [table('webhook_delivery'), table('webhook_delivery_attempt'), table('webhook_replay')];
  const bounds = { now: newest.recordedAt, days: retainedForDays, most: Math.max(leastPortion, 2 * facts.length) };
  const old = ':now::timestamptz - make_interval(days => :days)';
  await runPrepared(
    tx,
    `with outdated as (
       delete from ${delivery} where id = any (array(
         select id from ${delivery} where created_at < ${old} and status <> 'pending' order by created_at limit :most)) returning id),
     attempts as (delete from ${attempt} where delivery_id in (select id from outdated))
     delete from ${replay} where replay_id = any (array(
       select replay_id from ${replay} where ended_at < ${old} order by ended_at limit :most))`,
    bounds,
  );
}

/** Removes what was held for too long: as many as the fact names. */
export async function removeDropped(
  webhookId: string,
  { firstSequence, lastSequence, requestedBefore }: WebhookHeldDropped['data'],
  { tx, table }: Pick<ProjectionContext, 'tx' | 'table'>,
): Promise<void> {
  await tx.raw(
    `with dropped as (
       delete from ${table('webhook_delivery')}
       where webhook_id = :webhookId and status = 'pending' and sequence between :firstSequence and :lastSequence and created_at < :requestedBefore
       returning id)
     delete from ${table('webhook_delivery_attempt')} where delivery_id in (select id from dropped)`,
    { webhookId, firstSequence, lastSequence, requestedBefore },
  );
}
