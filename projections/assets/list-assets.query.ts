import type { AssetType } from '@pps/assets/events';
import type { Database } from '@pps/read-store';

export interface AssetFilter {
  readonly projectId: string;
  readonly epoch: number;
  readonly assetType?: AssetType | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of asset ids, the newest first, and how many there are in all. */
export async function listAssets(db: Database, filter: AssetFilter): Promise<{ assetIds: string[]; total: number }> {
  const matching = db('read.assets').where({ project_id: filter.projectId, epoch: filter.epoch });
  if (filter.assetType !== undefined) void matching.where('asset_type', filter.assetType);
  const [rows, counted] = await Promise.all([
    matching.clone().orderBy('position', 'desc').limit(filter.limit).offset(filter.offset).select('asset_id') as Promise<
      { asset_id: string }[]
    >,
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { assetIds: rows.map((row) => row.asset_id), total: Number(counted?.count ?? 0) };
}

/** Which of these are stored and not deleted. */
export async function storedAssets(db: Database, assetIds: readonly string[]): Promise<Set<string>> {
  if (assetIds.length === 0) return new Set();
  const rows = (await db('read.assets')
    .whereIn('asset_id', [...assetIds])
    .select('asset_id')) as { asset_id: string }[];
  return new Set(rows.map((row) => row.asset_id));
}

/** Of which project and epoch these are, as far as they are stored and not deleted. */
export async function projectsOfAssets(
  db: Database,
  assetIds: readonly string[],
): Promise<Map<string, { projectId: string; epoch: number }>> {
  if (assetIds.length === 0) return new Map();
  const rows = (await db('read.assets')
    .whereIn('asset_id', [...assetIds])
    .select('asset_id', 'project_id', 'epoch')) as { asset_id: string; project_id: string; epoch: number }[];
  return new Map(rows.map((row) => [row.asset_id, { projectId: row.project_id, epoch: row.epoch }]));
}
