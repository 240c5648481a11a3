import type { AssetType } from '@pps/assets/events';
import { isNamedByPins } from '@projections/pins/pins-of-asset.query';
import { isNamedByPending } from '@projections/schedules/pending-schedules.query';
import { anyScript, containing, readPage, type Database, type PageCursor, type PageOrder } from '@pps/read-store';

export const assetSorts = ['created_at_desc', 'created_at_asc', 'name_asc', 'name_desc', 'size_desc', 'size_asc'] as const;
export type AssetSort = (typeof assetSorts)[number];

export interface AssetFilter {
  readonly projectId: string;
  readonly epoch: number;
  readonly assetType?: AssetType | undefined;
  /** Found in the file name, whatever the case. */
  readonly q?: string | undefined;
  /** Whether pins, or schedules that have not fired, name it, as what they show or as a cover. */
  readonly inUse?: boolean | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Uploaded with this API key. */
  readonly uploadedByKey?: string | undefined;
  readonly sort: AssetSort;
  readonly limit: number;
  readonly offset: number;
  /** Where the page before ended; its sort must be this one. */
  readonly cursor?: PageCursor<AssetSort> | undefined;
}

const keys = {
  created_at: { columns: {}, types: [] },
  name: { columns: { original_filename: `original_filename ${anyScript}` }, types: ['text'] },
  size: { columns: { file_size_bytes: 'file_size_bytes' }, types: ['bigint'] },
} as const;

/** The order of a sort; assets that are equal in it come in the order of their upload. */
export function assetOrder(sort: AssetSort): PageOrder {
  const direction = sort.endsWith('_asc') ? 'asc' : 'desc';
  return { ...keys[sort.slice(0, -direction.length - 1) as keyof typeof keys], direction, position: 'position' };
}

export interface AssetPage {
  readonly assetIds: readonly string[];
  readonly total: number;
  /** Where the next page begins; null behind the last one. */
  readonly next: PageCursor<AssetSort> | null;
}

/** A page of asset ids and how many there are in all. */
export async function listAssets(db: Database, filter: AssetFilter): Promise<AssetPage> {
  const matching = db('read.assets').where({ project_id: filter.projectId, epoch: filter.epoch });
  if (filter.uploadedByKey !== undefined) void matching.where('uploaded_by_key', filter.uploadedByKey);
  if (filter.assetType !== undefined) void matching.where('asset_type', filter.assetType);
  if (filter.since !== undefined) void matching.where('stored_at', '>=', filter.since);
  if (filter.until !== undefined) void matching.where('stored_at', '<', filter.until);
  if (filter.q !== undefined) void matching.whereRaw(`original_filename ${anyScript} ilike ?`, [containing(filter.q)]);
  if (filter.inUse !== undefined) {
    const isNamed = `(${isNamedByPins('assets.asset_id')} or ${isNamedByPending('assets.asset_id')})`;
    void matching.whereRaw(filter.inUse ? isNamed : `not ${isNamed}`);
  }
  const [{ rows, next }, counted] = await Promise.all([
    readPage<{ asset_id: string }, AssetSort>(matching, assetOrder(filter.sort), filter, ['asset_id']),
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { assetIds: rows.map((row) => row.asset_id), total: Number(counted?.count ?? 0), next };
}

/** Which of these are stored and not deleted. */
export async function storedAssets(db: Database, assetIds: readonly string[]): Promise<Set<string>> {
  const rows = (await db('read.assets')
    .whereRaw('asset_id = any(?::uuid[])', [[...assetIds]])
    .select('asset_id')) as { asset_id: string }[];
  return new Set(rows.map((row) => row.asset_id));
}

/** Of which project and epoch these are, as far as they are stored and not deleted. */
export async function projectsOfAssets(
  db: Database,
  assetIds: readonly string[],
): Promise<Map<string, { projectId: string; epoch: number }>> {
  const rows = (await db('read.assets')
    .whereRaw('asset_id = any(?::uuid[])', [[...assetIds]])
    .select('asset_id', 'project_id', 'epoch')) as { asset_id: string; project_id: string; epoch: number }[];
  return new Map(rows.map((row) => [row.asset_id, { projectId: row.project_id, epoch: row.epoch }]));
}
