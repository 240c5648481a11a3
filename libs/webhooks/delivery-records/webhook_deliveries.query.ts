import type { Database } from '@pps/read-store';

export interface DeliveryRow {
  readonly id: string;
  readonly webhookId: string;
  readonly projectId: string;
  readonly eventId: string;
  readonly event: string;
  readonly sequence: number;
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** `held`: pending, but its webhook is disabled. */
  readonly status: 'pending' | 'delivered' | 'exhausted' | 'held';
  readonly attemptCount: number;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of the fact that asked for it, in the whole log. */
  readonly position: string;
  /** Of its newest fact. */
  readonly lastPosition: string;
}

export interface AttemptRow {
  readonly n: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly trigger: string;
}

interface Row {
  id: string;
  webhook_id: string;
  project_id: string;
  event_id: string;
  event: string;
  sequence: string;
  occurred_at: Date;
  data: Record<string, unknown>;
  status: 'pending' | 'delivered' | 'exhausted';
  is_enabled: boolean;
  attempt_count: number;
  last_status_code: number | null;
  last_error: string | null;
  next_attempt_at: Date | null;
  created_at: Date;
  updated_at: Date;
  requested_position: string;
  position: string;
}

/** What an asker who is limited to some accounts may see of a webhook's deliveries: those of its accounts, since the webhook is sent no others. */
export interface SeenDeliveries {
  readonly accountIds: readonly string[];
  readonly since: string;
}

/** Which deliveries of a webhook are wanted; what is absent narrows nothing. */
export interface DeliveryFilter {
  readonly status?: DeliveryRow['status'] | undefined;
  /** The name of the event. */
  readonly event?: string | undefined;
  readonly pinId?: string | undefined;
  /** Asked for at this moment or later. */
  readonly since?: string | undefined;
  /** Asked for before this moment. */
  readonly until?: string | undefined;
}

interface DeliveryPage extends DeliveryFilter {
  readonly limit: number;
  /** `position` of the last one seen. */
  readonly before: string | null;
}

/** At most `limit` deliveries of a webhook, the newest first; `seen` is null where all may be seen. */
export async function listDeliveries(
  db: Database,
  webhookId: string,
  { limit, before, status, event, pinId, since, until }: DeliveryPage,
  seen: SeenDeliveries | null,
): Promise<DeliveryRow[]> {
  const query = deliveries(db, seen).where('delivery.webhook_id', webhookId).orderBy('delivery.requested_position', 'desc').limit(limit);
  if (before !== null) void query.andWhere('delivery.requested_position', '<', before);
  if (status !== undefined) void query.where('delivery.status', status === 'held' ? 'pending' : status);
  if (status === 'held' || status === 'pending') void query.where('target.is_enabled', status === 'pending');
  if (event !== undefined) void query.where('delivery.event', event);
  if (pinId !== undefined) void query.whereRaw(`delivery.data->>'pin_id' = ?`, [pinId]);
  if (since !== undefined) void query.where('delivery.created_at', '>=', since);
  if (until !== undefined) void query.where('delivery.created_at', '<', until);
  return ((await query) as Row[]).map(fromRow);
}

export async function findDelivery(
  db: Database,
  webhookId: string,
  deliveryId: string,
  seen: SeenDeliveries | null,
): Promise<DeliveryRow | null> {
  const row = (await deliveries(db, seen).where({ 'delivery.webhook_id': webhookId, 'delivery.id': deliveryId }).first()) as
    | Row
    | undefined;
  return row ? fromRow(row) : null;
}

/** Those of these deliveries that exist, in the order in which they were asked for. */
export async function findDeliveries(db: Database, ids: readonly string[], seen: SeenDeliveries | null): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  const rows = (await deliveries(db, seen)
    .whereRaw('delivery.id = any(?::uuid[])', [[...ids]])
    .orderBy('delivery.requested_position')) as Row[];
  return rows.map(fromRow);
}

export async function attemptsOf(db: Database, deliveryId: string): Promise<AttemptRow[]> {
  const rows = (await db('read.webhook_delivery_attempt').where({ delivery_id: deliveryId }).orderBy('n').select('*')) as {
    n: number;
    started_at: Date;
    duration_ms: number;
    status_code: number | null;
    error: string | null;
    trigger: string;
  }[];
  return rows.map((row) => ({
    n: row.n,
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    error: row.error,
    trigger: row.trigger,
  }));
}

function deliveries(db: Database, seen: SeenDeliveries | null) {
  const all = db('read.webhook_delivery as delivery')
    .join('read.webhook_delivery_target as target', 'target.webhook_id', 'delivery.webhook_id')
    .where('target.is_deleted', false)
    .select('delivery.*', 'target.is_enabled');
  if (seen === null) return all;
  const { accountIds, since } = seen;
  return all
    .where('delivery.created_at', '>=', since)
    .whereRaw(`coalesce(delivery.data->>'account_id' = any(?::text[]), true)`, [[...accountIds]]);
}

const fromRow = (row: Row): DeliveryRow => ({
  id: row.id,
  webhookId: row.webhook_id,
  projectId: row.project_id,
  eventId: row.event_id,
  event: row.event,
  sequence: Number(row.sequence),
  occurredAt: row.occurred_at.toISOString(),
  data: row.data,
  status: row.status === 'pending' && !row.is_enabled ? 'held' : row.status,
  attemptCount: row.attempt_count,
  lastStatusCode: row.last_status_code,
  lastError: row.last_error,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  position: row.requested_position,
  lastPosition: row.position,
});
