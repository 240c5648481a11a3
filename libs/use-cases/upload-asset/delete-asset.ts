import type { AssetStorage } from '@pps/asset-storage';
import { markAssetDeleted, removeAsset, type ProjectAssets } from '@pps/assets';
import { orTimeout } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected, type Clock } from '@pps/kernel';
import { awaitLastCalls, type LastCallsDeps } from '@pps/pins';
import type { Database, Freshness } from '@pps/read-store';
import { countPendingSchedulesOfAsset } from '@projections/schedules/pending-schedules.query';
import { countPinsOfAssets, findPinsWaitingForAsset } from '@projections/pins/pins-of-asset.query';

const removalPatienceMs = 2_000;

export interface DeleteAssetDeps {
  readonly assets: Pick<ProjectAssets, 'find'>;
  readonly storage: AssetStorage;
  readonly streams: Streams;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly lastCalls: LastCallsDeps;
}

interface FreedAsset {
  /** Of the uploaded file, and of the copy that was made for the platform. */
  readonly freedBytes: number;
  /** Pins that show it, whatever their status. */
  readonly pins: number;
}

/**
 * Deletes an uploaded file and frees its room; `confirmed` although pins or schedules wait for it, which then fail: when this returns none of them goes
 * out. Throws `NotFound`, `Rejected('conflict')`.
 */
export async function deleteAsset(
  deps: DeleteAssetDeps,
  principal: Principal,
  assetId: string,
  { confirmed }: { readonly confirmed: boolean },
): Promise<FreedAsset> {
  const { fileSizeBytes, converted } = await deps.assets.find(principal, assetId);
  await Promise.all([deps.freshness.wait('pins', principal), deps.freshness.wait('schedules', principal)]);
  if (!confirmed) await refuseWhileWaitedFor(deps, assetId);
  const now = deps.clock();
  const { projectId, epoch } = principal;
  const pins = (await countPinsOfAssets(deps.db, [assetId])).get(assetId) ?? 0;
  const [at, origin] = [now.toISOString(), originOfPrincipal(principal, now)];
  await markAssetDeleted(deps, assetId, at, origin);
  // A pin that was created meanwhile, and names the file, is to be found too.
  await deps.freshness.wait('pins', { organizationId: principal.organizationId });
  await awaitLastCalls(deps.lastCalls, { pinIds: await findPinsWaitingForAsset(deps.db, assetId) });
  // What fails or takes long here is done by the process that answers the deletion.
  const removal = removeAsset(deps.streams, deps.storage, { assetId, projectId, epoch, at }, origin);
  await orTimeout(removal, removalPatienceMs).catch(() => undefined);
  return { freedBytes: fileSizeBytes + (converted?.fileSizeBytes ?? 0), pins };
}

async function refuseWhileWaitedFor({ db }: Pick<DeleteAssetDeps, 'db'>, assetId: string): Promise<void> {
  const [pins, schedules] = await Promise.all([findPinsWaitingForAsset(db, assetId), countPendingSchedulesOfAsset(db, assetId)]);
  if (pins.length + schedules === 0) return;
  const message = 'Pins or schedules wait for this asset; with confirm=true it is deleted and they fail.';
  throw new Rejected(
    'conflict',
    message,
    { asset_id: assetId, waiting_pin_count: pins.length, waiting_schedule_count: schedules },
    {
      remediation: 'Wait until they are published, delete or cancel them, or send confirm=true.',
    },
  );
}
