import { streamId, type RecordedFact } from '@pps/event-store';
import type { ProjectionContext } from '@pps/read-store';
import { webhookStream, type WebhookEnabled } from '../events';

/** What was held goes out from the oldest on, also what waited for a later attempt when the webhook was disabled; a fact that was written before changes nothing. */
export async function releaseHeld(
  fact: RecordedFact<WebhookEnabled>,
  { tx, table }: Pick<ProjectionContext, 'tx' | 'table'>,
): Promise<void> {
  await tx.raw(
    `update ${table('webhook_delivery_target')} target
     set release_position = :position, release_from = held.requested_position, is_ready = true, due_at = :now
     from (
       select requested_position from ${table('webhook_delivery')}
       where status = 'pending' and webhook_id = :webhookId and position < :position order by requested_position limit 1) held
     where target.webhook_id = :webhookId and target.position = :position`,
    { webhookId: streamId(webhookStream, fact.stream), position: fact.position.toString(), now: fact.recordedAt },
  );
}
