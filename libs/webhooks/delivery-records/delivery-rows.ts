import type { RecordedFact } from '@pps/event-store';
import { readRowSet, writeRows, type ProjectionContext, type RowSet } from '@pps/read-store';
import type { DeliveryFact, WebhookDeliveryRequested } from '../events';

export type DeliveryRowFact = WebhookDeliveryRequested | DeliveryFact;

interface DeliveryRow {
  readonly id: string;
  readonly position: string;
  readonly [column: string]: unknown;
}

interface AttemptRow {
  readonly delivery_id: string;
  readonly n: number;
}

interface Target {
  readonly webhook_id: string;
  readonly is_deleted: boolean;
}

interface Writing {
  readonly deliveries: RowSet<DeliveryRow>;
  readonly attempts: AttemptRow[];
  readonly targets: ReadonlyMap<string, Target>;
}

/** Writes the rows of requested deliveries and of their attempts: however many facts, in a handful of statements. */
export async function writeDeliveryRows(facts: readonly RecordedFact<DeliveryRowFact>[], { tx, table }: ProjectionContext): Promise<void> {
  const webhooks = [...new Set(facts.flatMap((fact) => (isRequest(fact) ? [fact.data.webhookId] : [])))];
  const targets = webhooks.length > 0 ? ((await tx(table('webhook_delivery_target')).whereIn('webhook_id', webhooks)) as Target[]) : [];
  const writing: Writing = {
    deliveries: await readRowSet<DeliveryRow>(tx, table('webhook_delivery'), 'id', facts.map(deliveryIdOf)),
    attempts: [],
    targets: new Map(targets.map((target) => [target.webhook_id, target])),
  };
  for (const fact of facts) apply(fact, writing);
  await writing.deliveries.write();
  await writeRows(tx, table('webhook_delivery_attempt'), ['delivery_id', 'n'], writing.attempts, 'ignore');
}

type Request = RecordedFact<Extract<DeliveryRowFact, { type: 'WebhookDeliveryRequested' | 'WebhookTestRequested' }>>;

const isRequest = (fact: RecordedFact<DeliveryRowFact>): fact is Request =>
  fact.type === 'WebhookDeliveryRequested' || fact.type === 'WebhookTestRequested';

const deliveryIdOf = (fact: RecordedFact<DeliveryRowFact>): string =>
  isRequest(fact) ? fact.data.deliveryId : fact.stream.slice('webhook_delivery-'.length);

function apply(fact: RecordedFact<DeliveryRowFact>, { deliveries, attempts, targets }: Writing): void {
  const id = deliveryIdOf(fact);
  const row = deliveries.get(id);
  if (isRequest(fact)) {
    const target = targets.get(fact.data.webhookId);
    if (!row && target && !target.is_deleted) deliveries.put(id, requested(fact));
    return;
  }
  if (!row || BigInt(row.position) >= fact.position) return;
  const { columns, attempt } = changes(id, fact);
  deliveries.put(id, { ...row, ...columns, updated_at: fact.recordedAt, position: fact.position.toString() });
  if (attempt) attempts.push(attempt);
}

function changes(id: string, fact: DeliveryFact): { readonly columns: object; readonly attempt?: AttemptRow } {
  switch (fact.type) {
    case 'WebhookDeliveryAttempted': {
      const { n, statusCode = null, error = null, nextAttemptAt = null, startedAt, durationMs, trigger } = fact.data;
      const columns = { last_status_code: statusCode, last_error: error, attempt_count: n, next_attempt_at: nextAttemptAt };
      const timing = { started_at: startedAt, duration_ms: durationMs };
      return { columns, attempt: { delivery_id: id, n, ...timing, status_code: statusCode, error, trigger } as AttemptRow };
    }
    case 'WebhookDelivered':
      return { columns: { status: 'delivered', next_attempt_at: null } };
    case 'WebhookDeliveryExhausted':
      return { columns: { status: 'exhausted', next_attempt_at: null } };
    case 'WebhookRedeliveryRequested':
      return { columns: { status: 'pending', next_attempt_at: fact.data.at } };
    case 'WebhookTestRequested':
      return { columns: {} };
  }
}

function requested({ type, data, metadata, recordedAt, revision, position }: Request): DeliveryRow {
  return {
    id: data.deliveryId,
    webhook_id: data.webhookId,
    project_id: metadata.projectId,
    epoch: metadata.epoch ?? 0,
    event_id: data.eventId,
    event: data.event,
    sequence: type === 'WebhookDeliveryRequested' ? revision + 1 : 0,
    occurred_at: data.occurredAt,
    data: data.data,
    status: 'pending',
    attempt_count: 0,
    last_status_code: null,
    last_error: null,
    next_attempt_at: recordedAt,
    created_at: recordedAt,
    updated_at: recordedAt,
    requested_position: position.toString(),
    position: position.toString(),
  };
}
