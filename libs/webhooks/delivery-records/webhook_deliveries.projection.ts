import { factsOf, type RecordedFact } from '@pps/event-store';
import { defineProjection, type ProjectionContext } from '@pps/read-store';
import { deliveryStream, outboxStream, webhookStream, type WebhookFact } from '../events';
import { projectStream, type SandboxReset } from '@pps/workspaces/events';
import type { Knex } from 'knex';
import { writeDeliveryRows, type DeliveryRowFact } from './delivery-rows';
import { attemptTable, deliveryTable, targetTable } from './webhook_deliveries.tables';

type TargetFact = Extract<WebhookFact, { readonly type: 'WebhookCreated' | 'WebhookDisabled' | 'WebhookEnabled' | 'WebhookDeleted' }>;

/** What is to be sent to webhooks, and what came of it; the dispatcher of deliveries works from it. */
export const webhookDeliveriesProjection = defineProjection({
  name: 'webhook_deliveries',
  version: 2,
  handles: factsOf(outboxStream)
    .and(deliveryStream)
    .and(webhookStream, 'WebhookCreated', 'WebhookDisabled', 'WebhookEnabled', 'WebhookDeleted')
    .and(projectStream, 'SandboxReset'),
  tables: [deliveryTable, attemptTable, targetTable],
  async project(facts, context) {
    let batch: RecordedFact<DeliveryRowFact>[] = [];
    for (const fact of facts) {
      switch (fact.type) {
        case 'WebhookCreated':
        case 'WebhookDisabled':
        case 'WebhookEnabled':
        case 'WebhookDeleted':
        case 'SandboxReset':
          await writeDeliveryRows(batch, context);
          batch = [];
          await writeTarget(fact, context);
          break;
        default:
          batch.push(fact);
      }
    }
    await writeDeliveryRows(batch, context);
  },
});

/** Writes the webhook that a rare fact is about: one fact at a time, between the batches of the others. */
async function writeTarget(fact: RecordedFact<TargetFact | SandboxReset>, { tx, table }: ProjectionContext): Promise<void> {
  if (fact.type === 'SandboxReset') {
    const older = (name: string) =>
      tx(table(name))
        .where({ project_id: fact.stream.slice('project-'.length) })
        .andWhere('epoch', '<', fact.data.epoch);
    await older('webhook_delivery_target').update({ is_deleted: true });
    await deleteDeliveries(older('webhook_delivery'), { tx, table });
    return;
  }
  const webhookId = fact.stream.slice('webhook-'.length);
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
      return;
    case 'WebhookDeleted':
      await change({ is_deleted: true });
      await deleteDeliveries(tx(table('webhook_delivery')).where({ webhook_id: webhookId }), { tx, table });
  }
}

async function deleteDeliveries(deliveries: Knex.QueryBuilder, { tx, table }: ProjectionContext): Promise<void> {
  await tx(table('webhook_delivery_attempt')).whereIn('delivery_id', deliveries.clone().select('id')).delete();
  await deliveries.delete();
}
