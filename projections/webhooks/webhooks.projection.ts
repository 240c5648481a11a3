import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { jsonb, defineProjection, oneByOne, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { webhookStream, type WebhookFact } from '@pps/webhooks/events';
import { epochFacts, projectStream, startsEpoch, type EpochFact } from '@pps/workspaces/events';
import { webhookTable } from './webhooks.tables';

/** The webhooks of a project, as lists of the interface show them. */
export const webhooksProjection = defineProjection({
  name: 'webhooks',
  version: 8,
  handles: factsOf(webhookStream).and(projectStream, ...epochFacts),
  tables: [webhookTable],
  project: oneByOne((fact, context) => {
    if (startsEpoch(fact)) return removeOlder(fact, context);
    return apply(fact, context);
  }),
  removePortion,
});

async function apply(fact: RecordedFact<WebhookFact>, { tx, table }: ProjectionContext): Promise<void> {
  const webhook = table('webhook');
  const id = idOf(fact, webhookStream);
  const { revision } = fact;
  const change = (columns: object) =>
    tx(webhook)
      .where({ webhook_id: id })
      .andWhere('revision', '<', revision)
      .update({ ...columns, revision });
  const latest = (at: string) => tx.raw('greatest(updated_at, ?::timestamptz)', [at]);
  switch (fact.type) {
    case 'WebhookCreated':
      return webhookTable.insertMissing(tx, webhook, [webhookTable.row(fact)]);
    case 'WebhookUpdated': {
      const { url, events, accountIds, headersRef, headerNames, publicKey, updatedAt } = fact.data;
      // An absent field is unchanged: knex leaves out what is undefined.
      const changed = {
        ...(url && { url }),
        ...(events && { events: jsonb(events) }),
        account_ids: accountIds,
        ...(headersRef !== undefined && { header_names: [...(headerNames ?? [])] }),
        public_key: publicKey,
      };
      return void (await change({ ...changed, updated_at: latest(updatedAt) }));
    }
    case 'WebhookSecretRotated':
      return void (await change({ public_key: fact.data.publicKey, updated_at: latest(fact.data.rotatedAt) }));
    case 'WebhookDisabled':
      return void (await change({ disabled_reason: fact.data.reason, updated_at: latest(fact.data.at) }));
    case 'WebhookEnabled':
      return void (await change({ disabled_reason: null, updated_at: latest(fact.data.at) }));
    case 'WebhookFailing':
      return void (await change({ failing_since: fact.data.since }));
    case 'WebhookRecovered':
      return void (await change({ failing_since: null }));
    case 'WebhookHeldDropped': {
      const dropped = tx.raw('dropped_count + ?', [fact.data.count]);
      return void (await change({ dropped_count: dropped, dropped_through: fact.data.lastSequence }));
    }
    case 'WebhookDeleted':
      return void (await tx(webhook).where({ webhook_id: id }).delete());
  }
}

/** Readers ask for the present epoch only. */
const removeOlder = ({ stream, data }: RecordedFact<EpochFact>, { remove }: ProjectionContext): Promise<void> =>
  remove({ owner: idOf({ stream }, projectStream), beforeEpoch: data.epoch });

async function removePortion({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const older = tx(table('webhook')).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('webhook_id');
  return tx(table('webhook')).whereIn('webhook_id', older).delete();
}
