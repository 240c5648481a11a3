import type { RecordedFact } from '@pps/event-store';
import { oneByOne, type Projection, type ProjectionContext } from '@pps/read-store';
import type { DeliveryFact, WebhookDeliveryRequested, WebhookFact, WebhookTestRequested } from '@pps/webhooks/events';
import type { SandboxReset } from '@pps/workspaces/events';
import type { Knex } from 'knex';
import { createTables, tables } from './webhook_deliveries.tables';

type TargetFact = Extract<WebhookFact, { type: 'WebhookCreated' | 'WebhookDisabled' | 'WebhookEnabled' | 'WebhookDeleted' }>;
type Known = WebhookDeliveryRequested | DeliveryFact | TargetFact | (SandboxReset & { readonly type: 'SandboxReset' });
type Handlers = { readonly [Type in Known['type']]: (data: Extract<Known, { type: Type }>['data'], at: Place) => Promise<unknown> };

interface Place extends ProjectionContext {
  readonly fact: RecordedFact;
  readonly position: string;
}

const handlers: Handlers = {
  WebhookDeliveryRequested: (data, at) => request(data, at.fact.revision + 1, at),
  WebhookTestRequested: (data, at) => request(data, 0, at),
  WebhookDeliveryAttempted: async (data, at) => {
    const { n, statusCode, error, nextAttemptAt, startedAt, durationMs, trigger } = data;
    const last = { last_status_code: statusCode ?? null, last_error: error ?? null };
    const moved = await move(at, { ...last, attempt_count: n, next_attempt_at: nextAttemptAt ?? null });
    if (moved === 0) return;
    const attempt = { delivery_id: deliveryId(at), n, started_at: startedAt, duration_ms: durationMs, trigger };
    await at
      .tx(at.table('webhook_delivery_attempt'))
      .insert({ ...attempt, status_code: statusCode ?? null, error: error ?? null })
      .onConflict(['delivery_id', 'n'])
      .ignore();
  },
  WebhookDelivered: (_, at) => move(at, { status: 'delivered', next_attempt_at: null }),
  WebhookDeliveryExhausted: (_, at) => move(at, { status: 'exhausted', next_attempt_at: null }),
  WebhookRedeliveryRequested: (data, at) => move(at, { status: 'pending', next_attempt_at: data.at }),
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

/** What is to be sent to webhooks, and what came of it; the dispatcher of deliveries works from it. */
export const webhookDeliveriesProjection: Projection = {
  name: 'webhook_deliveries',
  version: 1,
  handles: Object.keys(handlers),
  tables,
  create: createTables,
  project: oneByOne(async (fact, context) => {
    const handle = handlers[fact.type as Known['type']] as (data: unknown, at: Place) => Promise<unknown>;
    await handle(fact.data, { ...context, fact, position: fact.position.toString() });
  }),
};

async function request(data: WebhookDeliveryRequested['data'] | WebhookTestRequested['data'], sequence: number, at: Place): Promise<void> {
  const { metadata, recordedAt } = at.fact;
  const target = (await at.tx(at.table('webhook_delivery_target')).where({ webhook_id: data.webhookId }).first('is_deleted')) as
    { is_deleted: boolean } | undefined;
  if (!target || target.is_deleted) return;
  const row = {
    id: data.deliveryId,
    webhook_id: data.webhookId,
    project_id: metadata.projectId,
    epoch: metadata.epoch ?? 0,
    event_id: data.eventId,
    event: data.event,
    sequence,
    occurred_at: data.occurredAt,
    data: JSON.stringify(data.data),
    status: 'pending',
    attempt_count: 0,
    next_attempt_at: recordedAt,
    created_at: recordedAt,
    updated_at: recordedAt,
    requested_position: at.position,
    position: at.position,
  };
  await at.tx(at.table('webhook_delivery')).insert(row).onConflict('id').ignore();
}

async function drop({ tx, table }: Place, deliveries: Knex.QueryBuilder): Promise<void> {
  await tx(table('webhook_delivery_attempt')).whereIn('delivery_id', deliveries.clone().select('id')).delete();
  await deliveries.delete();
}

const move = (at: Place, columns: object) =>
  at
    .tx(at.table('webhook_delivery'))
    .where({ id: deliveryId(at) })
    .andWhere('position', '<', at.position)
    .update({ ...columns, updated_at: at.fact.recordedAt, position: at.position });

const turn = (at: Place, columns: object) =>
  at
    .tx(at.table('webhook_delivery_target'))
    .where({ webhook_id: webhookId(at) })
    .andWhere('position', '<', at.position)
    .update({ ...columns, position: at.position });

const deliveryId = ({ fact }: Place): string => fact.stream.slice('webhook_delivery-'.length);
const webhookId = ({ fact }: Place): string => fact.stream.slice('webhook-'.length);
