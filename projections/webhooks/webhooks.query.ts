import type { Database } from '@pps/read-store';

export interface WebhookRow {
  readonly webhookId: string;
  readonly projectId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly accountIds: readonly string[] | null;
  /** Of the headers of the client's own. */
  readonly headerNames: readonly string[];
  readonly publicKey: string | null;
  readonly makerKeyIds: readonly string[];
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
  /** Deliveries that were held for 90 days and are not sent any more; null: none. */
  readonly dropped: { readonly count: number; readonly lastSequence: number } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Row {
  webhook_id: string;
  project_id: string;
  url: string;
  events: string[];
  account_ids: string[] | null;
  header_names: string[];
  public_key: string | null;
  maker_key_ids: string[];
  disabled_reason: string | null;
  failing_since: Date | null;
  dropped_count: string;
  dropped_through: string | null;
  created_at: Date;
  updated_at: Date;
}

/** How many webhooks a project has. */
export async function countWebhooks(
  db: Database,
  { projectId, epoch }: { readonly projectId: string; readonly epoch: number },
): Promise<number> {
  const [row] = (await db('read.webhook').where({ project_id: projectId, epoch }).count({ count: '*' })) as { count: string | number }[];
  return Number(row?.count ?? 0);
}

/** The webhooks that a key made, and those that the keys made which it made. */
export async function webhooksMadeBy(db: Database, keyId: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { readonly webhook_id: string }[] }>(
    'select webhook_id from read.webhook where maker_key_ids @> array[cast(? as uuid)] order by created_at',
    [keyId],
  );
  return rows.map((row) => row.webhook_id);
}

/** The webhooks of an organization that are enabled: of those made at a moment (ISO 8601) or before; null: of all. */
export async function enabledWebhooksOf(db: Database, organizationId: string, until: string | null): Promise<string[]> {
  const rows = (await db('read.webhook')
    .where({ organization_id: organizationId, disabled_reason: null })
    .where('created_at', '<=', until ?? 'infinity')
    .orderBy('created_at')
    .select('webhook_id')) as { webhook_id: string }[];
  return rows.map((row) => row.webhook_id);
}

/** The project's webhooks, oldest first: as many as the plan allows, since deleted ones are gone. */
export async function listWebhooks(db: Database, projectId: string, epoch: number): Promise<WebhookRow[]> {
  const rows = (await db('read.webhook')
    .where({ project_id: projectId, epoch })
    .orderBy(['created_at', 'webhook_id'])
    .select('*')) as Row[];
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    projectId: row.project_id,
    url: row.url,
    events: row.events,
    accountIds: row.account_ids,
    headerNames: row.header_names,
    publicKey: row.public_key,
    makerKeyIds: row.maker_key_ids,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    dropped: row.dropped_through === null ? null : { count: Number(row.dropped_count), lastSequence: Number(row.dropped_through) },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}
