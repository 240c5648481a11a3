import type { Database } from '@pps/read-store';

/** How many schedules that have not fired show the asset, as a picture, a video or its cover. */
export async function countSchedulesWaitingForAsset(db: Database, assetId: string): Promise<number> {
  const counted = (await db('read.schedules')
    .where((either) => void either.where('asset_id', assetId).orWhere('cover_asset_id', assetId))
    .whereIn('status', ['scheduled', 'deferred'])
    .whereNull('pin_id')
    .count({ count: '*' })
    .first()) as { count: string } | undefined;
  return Number(counted?.count ?? 0);
}
