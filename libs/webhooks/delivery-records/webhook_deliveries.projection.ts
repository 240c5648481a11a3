import { factsOf, streamId, type RecordedFact, idOf } from '@pps/event-store';
import { defineProjection, everyEpoch, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import {
  deliveryStream,
  outboxStream,
  replayStream,
  webhookStream,
  type ReplayFact,
  type WebhookEnabled,
  type WebhookFact,
} from '../events';
import { epochFacts, projectStream, startsEpoch, type EpochFact } from '@pps/workspaces/events';
import { writeDeliveryRows, type DeliveryRowFact } from './delivery-rows';
import { removeDropped, removeOutdated } from './remove-outdated';
import { webhookDayTable } from './webhook_days.tables';
import { attemptTable, deliveryTable, replayTable, targetTable } from './webhook_deliveries.tables';

const targetTypes = ['WebhookCreated', 'WebhookDisabled', 'WebhookEnabled', 'WebhookHeldDropped', 'WebhookDeleted'] as const;

type TargetFact = Extract<WebhookFact, { readonly type: (typeof targetTypes)[number] }>;

/** What is to be sent to webhooks, and what came of it; the dispatcher of deliveries works from it. */
export const webhookDeliveriesProjection = defineProjection({
  name: 'webhook_deliveries',
  version: 7,
  handles: factsOf(outboxStream)
    .and(deliveryStream)
    .and(replayStream)
    .and(webhookStream, ...targetTypes)
    .and(projectStream, ...epochFacts),
  tables: [deliveryTable, attemptTable, targetTable, replayTable, webhookDayTable],
  async project(facts, context) {
    let batch: RecordedFact<DeliveryRowFact>[] = [];
    for (const fact of facts) {
      switch (fact.type) {
        case 'WebhookCreated':
        case 'WebhookDisabled':
        case 'WebhookEnabled':
        case 'WebhookHeldDropped':
        case 'WebhookDeleted':
        case 'SandboxReset':
        case 'ProjectForgotten':
          await writeDeliveryRows(batch, context);
          batch = [];
          await writeTarget(fact, context);
          break;
        case 'WebhookReplayRequested':
        case 'WebhookReplayProgressed':
        case 'WebhookReplayCompleted':
        case 'WebhookReplayCanceled':
          await writeReplay(fact, context);
          break;
        default:
          batch.push(fact);
      }
    }
    await writeDeliveryRows(batch, context);
    await removeOutdated(facts, context);
  },
  removePortion: removeDeliveries,
});

/** Writes the webhook that a rare fact is about: one fact at a time, between the batches of the others. */
async function writeTarget(fact: RecordedFact<TargetFact | EpochFact>, { tx, table, remove }: ProjectionContext): Promise<void> {
  if (startsEpoch(fact)) {
    const [projectId, { epoch }] = [idOf(fact, projectStream), fact.data];
    const older = tx(table('webhook_delivery_target')).where({ project_id: projectId }).andWhere('epoch', '<', epoch);
    await (fact.type === 'ProjectForgotten' ? older.delete() : older.andWhere({ is_deleted: false }).update({ is_deleted: true }));
    return remove({ owner: projectId, beforeEpoch: epoch });
  }
  const webhookId = idOf(fact, webhookStream);
  const position = fact.position.toString();
  const targets = () => tx(table('webhook_delivery_target'));
  const change = (columns: object) =>
    targets()
      .where({ webhook_id: webhookId })
      .andWhere('position', '<', position)
      .update({ ...columns, position });
  switch (fact.type) {
    case 'WebhookCreated':
      await targetTable.insertMissing(tx, table('webhook_delivery_target'), [targetTable.row(fact)]);
      return;
    case 'WebhookDisabled':
      await change({ is_enabled: false });
      return;
    case 'WebhookEnabled':
      await change({ is_enabled: true });
      return releaseHeld(fact, { tx, table });
    case 'WebhookHeldDropped':
      return removeDropped(webhookId, fact.data, { tx, table });
    case 'WebhookDeleted':
      await change({ is_deleted: true });
      return remove({ owner: webhookId, beforeEpoch: everyEpoch });
  }
}

/** What was held goes out from the oldest on, also what waited for a later attempt when the webhook was disabled; a fact that was written before changes nothing. */
async function releaseHeld(fact: RecordedFact<WebhookEnabled>, { tx, table }: Pick<ProjectionContext, 'tx' | 'table'>): Promise<void> {
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

/** Writes the row of the replay that a fact is about; a fact that was written before changes nothing. */
async function writeReplay(fact: RecordedFact<ReplayFact>, { tx, table }: ProjectionContext): Promise<void> {
  const physical = table('webhook_replay');
  if (fact.type === 'WebhookReplayRequested') return replayTable.insertMissing(tx, physical, [replayTable.row(fact)]);
  const position = fact.position.toString();
  await tx(physical)
    .where({ replay_id: fact.data.replayId })
    .andWhere('position', '<', position)
    .update({ ...changesOf(fact), position });
  function changesOf(later: Exclude<ReplayFact, { readonly type: 'WebhookReplayRequested' }>): object {
    switch (later.type) {
      case 'WebhookReplayProgressed':
        return { replayed: tx.raw('least(? - from_revision, events)', [later.data.nextRevision]) };
      case 'WebhookReplayCompleted':
        return { status: 'completed', replayed: tx.ref('events'), ended_at: later.data.at };
      case 'WebhookReplayCanceled':
        return { status: 'canceled', ended_at: later.data.at };
    }
  }
}

/**
 * Deliveries with their attempts, and replays, of a deleted webhook or of a sandbox's older epochs; nobody sees them, as their targets are marked. Days
 * of a deleted webhook stay; those of older epochs go with each portion, so that none is left once no delivery is that would be counted.
 */
async function removeDeliveries({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const [delivery, attempt, replay] = [table('webhook_delivery'), table('webhook_delivery_attempt'), table('webhook_replay')];
  const ofOwner = beforeEpoch === everyEpoch ? 'webhook_id = :owner' : 'project_id = :owner and epoch < :beforeEpoch';
  const { rows } = await tx.raw<{ rows: { removed: number }[] }>(
    `with doomed as (
       delete from ${delivery} where id = any (array(select id from ${delivery} where ${ofOwner} limit :most)) returning id),
     attempts as (delete from ${attempt} where delivery_id in (select id from doomed)),
     days as (delete from ${table('webhook_days')} where :isEpoch and project_id = :owner and epoch < :beforeEpoch),
     replays as (
       delete from ${replay} where replay_id = any (array(select replay_id from ${replay} where ${ofOwner} limit :most)) returning replay_id)
     select greatest((select count(*) from doomed), (select count(*) from replays))::int as removed`,
    { owner, beforeEpoch, most, isEpoch: beforeEpoch !== everyEpoch },
  );
  return rows[0]?.removed ?? 0;
}
