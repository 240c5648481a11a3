import { type RecordedFact, idOf } from '@pps/event-store';
import { mergeDailySums, readRowSet, type ProjectionContext, type RowOf, type RowSet } from '@pps/read-store';
import { touchBacklog, writeBacklogs, type TouchedBacklogs } from './write-backlogs';
import { deliveryStream, type DeliveryFact, type WebhookDeliveryRequested } from '../events';
import { webhookDayTable, type CountedDelivery } from './webhook_days.tables';
import { attemptTable, deliveryTable, type RequestedDelivery } from './webhook_deliveries.tables';

export type DeliveryRowFact = WebhookDeliveryRequested | DeliveryFact;

type DeliveryRow = RowOf<typeof deliveryTable>;
type AttemptRow = RowOf<typeof attemptTable>;

interface Target {
  readonly webhook_id: string;
  readonly is_deleted: boolean;
}

interface Writing {
  readonly deliveries: RowSet<DeliveryRow>;
  readonly attempts: AttemptRow[];
  readonly targets: ReadonlyMap<string, Target>;
  readonly backlogs: TouchedBacklogs;
  readonly counted: CountedDelivery[];
}

/** Writes the rows of requested deliveries and of their attempts: however many facts, in a handful of statements. */
export async function writeDeliveryRows(facts: readonly RecordedFact<DeliveryRowFact>[], context: ProjectionContext): Promise<void> {
  const { tx, table } = context;
  const webhooks = [...new Set(facts.flatMap((fact) => (isRequest(fact) ? [fact.data.webhookId] : [])))];
  const targets = webhooks.length > 0 ? ((await tx(table('webhook_delivery_target')).whereIn('webhook_id', webhooks)) as Target[]) : [];
  const writing: Writing = {
    deliveries: await readRowSet<DeliveryRow>(tx, deliveryTable, table('webhook_delivery'), facts.map(deliveryIdOf)),
    attempts: [],
    targets: new Map(targets.map((target) => [target.webhook_id, target])),
    backlogs: new Map(),
    counted: [],
  };
  for (const fact of facts) apply(fact, writing);
  await writing.deliveries.write();
  await writeBacklogs(writing.backlogs, facts, context);
  await attemptTable.insertMissing(tx, table('webhook_delivery_attempt'), writing.attempts);
  const days = mergeDailySums(writing.counted.map(webhookDayTable.row), ['webhook_id', 'begin_at', 'epoch'], ['slowest_ms']);
  await webhookDayTable.upsert(tx, table('webhook_days'), days);
}

const isRequest = (fact: RecordedFact<DeliveryRowFact>): fact is RequestedDelivery =>
  fact.type === 'WebhookDeliveryRequested' || fact.type === 'WebhookTestRequested';

const isCounted = ({ type }: RecordedFact<DeliveryRowFact>): boolean =>
  type === 'WebhookDeliveryAttempted' || type === 'WebhookDelivered' || type === 'WebhookDeliveryExhausted';

const deliveryIdOf = (fact: RecordedFact<DeliveryRowFact>): string => (isRequest(fact) ? fact.data.deliveryId : idOf(fact, deliveryStream));

function apply(fact: RecordedFact<DeliveryRowFact>, { deliveries, attempts, targets, backlogs, counted }: Writing): void {
  const id = deliveryIdOf(fact);
  const row = deliveries.get(id);
  if (isRequest(fact)) {
    const target = targets.get(fact.data.webhookId);
    if (row || !target || target.is_deleted) return;
    const requested = deliveryTable.row(fact);
    deliveries.put(id, requested);
    if (fact.type === 'WebhookDeliveryRequested') counted.push({ fact, delivery: requested });
    touchBacklog(backlogs, fact.data.webhookId);
    return;
  }
  if (!row || BigInt(row.position) >= fact.position) return;
  const { columns, attempt } = changes(id, fact);
  deliveries.put(id, { ...row, ...columns, updated_at: fact.recordedAt, position: fact.position.toString() });
  if (attempt) attempts.push(attempt);
  if (isCounted(fact)) counted.push({ fact, delivery: row });
  touchBacklog(backlogs, row.webhook_id, attempt?.duration_ms);
}

function changes(id: string, fact: DeliveryFact): { readonly columns: Partial<DeliveryRow>; readonly attempt?: AttemptRow } {
  switch (fact.type) {
    case 'WebhookDeliveryAttempted': {
      const { n, statusCode = null, error = null, nextAttemptAt = null } = fact.data;
      const columns = { last_status_code: statusCode, last_error: error, attempt_count: n, next_attempt_at: nextAttemptAt };
      return { columns, attempt: attemptTable.row({ deliveryId: id, data: fact.data }) };
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
