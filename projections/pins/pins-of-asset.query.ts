import type { Database } from '@pps/read-store';

const unfinished = ['queued', 'deferred', 'publishing'];

/** How many pins name each of these assets, as what they show or as a cover; assets no pin names are absent. */
export async function countPinsOfAssets(db: Database, assetIds: readonly string[]): Promise<Map<string, number>> {
  if (assetIds.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: { asset_id: string; pins: string }[] }>(
    `select named.asset_id, count(distinct pin_id) as pins
     from read.pins cross join lateral (values (asset_id), (cover_asset_id)) named (asset_id)
     where (pins.asset_id = any(:ids) or pins.cover_asset_id = any(:ids)) and named.asset_id = any(:ids)
     group by named.asset_id`,
    { ids: [...assetIds] },
  );
  return new Map(rows.map((row) => [row.asset_id, Number(row.pins)]));
}

/** The condition, in SQL, that some pin names the asset of a column, as what it shows or as a cover. */
export const isNamedByPins = (assetId: string): string =>
  `(exists (select from read.pins where pins.asset_id = ${assetId}) or exists (select from read.pins where pins.cover_asset_id = ${assetId}))`;

/** Pins that show the asset and are neither published nor failed. */
export async function findPinsWaitingForAsset(db: Database, assetId: string): Promise<string[]> {
  const rows = (await db('read.pins')
    .where((either) => void either.where('asset_id', assetId).orWhere('cover_asset_id', assetId))
    .whereIn('status', unfinished)
    .select('pin_id')) as { pin_id: string }[];
  return rows.map((row) => row.pin_id);
}
