import type { RecordedFact } from '@pps/event-store';
import type { Projection, ProjectionContext } from '@pps/read-store';
import type { WebhookFact } from '../events';
import type { SandboxReset } from '@pps/workspaces/events';
import type { Knex } from 'knex';
import { takeTogether, type TakenTogether } from './delivery-rows';
import { createTables, tables } from './webhook_deliveries.tables';

type TargetFact = Extract<WebhookFact, { type: 'WebhookCreated' | 'WebhookDisabled' | 'WebhookEnabled' | 'WebhookDeleted' }>;
type Alone = TargetFact | (SandboxReset & { readonly type: 'SandboxReset' });
type Handlers = { readonly [Type in Alone['type']]: (data: Extract<Alone, { type: Type }>['data'], at: Place) => Promise<unknown> };

interface Place extends ProjectionContext {
  readonly fact: RecordedFact;
  readonly position: string;
}

/** Rare facts that say which deliveries there may be: taken one by one, between the others. */
const handlers: Handlers = {
  WebhookCreated: ({ projectId, epoch, isEnabled }, at) =>
    at
      .tx(at.table('webhook_delivery_target'))
      .insert({
        webhook_id: webhookId(at),
        project_id: projectId,
        epoch,
        is_enabled: isEnabled,
        is_deleted: false,
        position: at.position,
      })
      .onConflict('webhook_id')
      .ignore(),
  WebhookDisabled: (_, at) => turn(at, { is_enabled: false }),
  WebhookEnabled: (_, at) => turn(at, { is_enabled: true }),
  WebhookDeleted: async (_, at) => {
    await turn(at, { is_deleted: true });
    await drop(at, at.tx(at.table('webhook_delivery')).where({ webhook_id: webhookId(at) }));
  },
  SandboxReset: async ({ epoch }, at) => {
    const { tx, table, fact } = at;
    const older = (name: string) =>
      tx(table(name))
        .where({ project_id: fact.stream.slice('project-'.length) })
        .andWhere('epoch', '<', epoch);
    await older('webhook_delivery_target').update({ is_deleted: true });
    await drop(at, older('webhook_delivery'));
  },
};

const takenTogether: readonly TakenTogether['type'][] = [
  'WebhookDeliveryRequested',
  'WebhookTestRequested',
  'WebhookDeliveryAttempted',
  'WebhookDelivered',
  'WebhookDeliveryExhausted',
  'WebhookRedeliveryRequested',
];

/** What is to be sent to webhooks, and what came of it; the dispatcher of deliveries works from it. */
export const webhookDeliveriesProjection: Projection = {
  name: 'webhook_deliveries',
  version: 1,
  handles: [...takenTogether, ...Object.keys(handlers)],
  tables,
  create: createTables,
  async project(facts, context) {
    let together: RecordedFact[] = [];
    for (const fact of facts) {
      if (!(fact.type in handlers)) {
        together.push(fact);
        continue;
      }
      await takeTogether(together, context);
      together = [];
      const handle = handlers[fact.type as Alone['type']] as (data: unknown, at: Place) => Promise<unknown>;
      await handle(fact.data, { ...context, fact, position: fact.position.toString() });
    }
    await takeTogether(together, context);
  },
};

async function drop({ tx, table }: Place, deliveries: Knex.QueryBuilder): Promise<void> {
  await tx(table('webhook_delivery_attempt')).whereIn('delivery_id', deliveries.clone().select('id')).delete();
  await deliveries.delete();
}

const turn = (at: Place, columns: object) =>
  at
    .tx(at.table('webhook_delivery_target'))
    .where({ webhook_id: webhookId(at) })
    .andWhere('position', '<', at.position)
    .update({ ...columns, position: at.position });

const webhookId = ({ fact }: Place): string => fact.stream.slice('webhook-'.length);
