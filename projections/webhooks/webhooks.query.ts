import type { Database } from '@pps/read-store';

export interface WebhookRow {
  readonly webhookId: string;
  readonly projectId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly disabledReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Row {
  webhook_id: string;
  project_id: string;
  url: string;
  events: string[];
  disabled_reason: string | null;
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

/** The project's webhooks, oldest first: as many as `WEBHOOKS_PER_PROJECT` allows, since deleted ones are gone. */
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
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}
