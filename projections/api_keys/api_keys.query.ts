import type { Database } from '@pps/read-store';

export interface ApiKeyRow {
  readonly key_id: string;
  readonly project_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly account_ids: readonly string[] | null;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

/** How many keys of a project's present epoch are not revoked. */
export async function countApiKeys(
  db: Database,
  { projectId, epoch }: { readonly projectId: string; readonly epoch: number },
): Promise<number> {
  const working = db('read.api_keys').where({ project_id: projectId, epoch, revoked_at: null });
  const [row] = (await working.count({ count: '*' })) as { count: string | number }[];
  return Number(row?.count ?? 0);
}

/** The keys of a project's present epoch, newest first. */
export function listApiKeys(db: Database, project: { readonly projectId: string; readonly epoch: number }): Promise<ApiKeyRow[]> {
  return db('read.api_keys')
    .where({ project_id: project.projectId, epoch: project.epoch })
    .orderBy([{ column: 'created_at', order: 'desc' }, 'key_id'])
    .select('key_id', 'project_id', 'name', 'prefix', 'scopes', 'account_ids', 'created_at', 'revoked_at');
}
