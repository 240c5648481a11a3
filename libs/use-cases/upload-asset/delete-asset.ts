import type { CommandBus } from '@nestjs/cqrs';
import { MarkAssetDeleted, type ProjectAssets } from '@pps/assets';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected, type Clock } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { countPendingSchedulesOfAsset } from '@projections/schedules/pending-schedules.query';
import { countPinsOfAssets, findPinsWaitingForAsset } from '@projections/pins/pins-of-asset.query';

export interface DeleteAssetDeps {
  readonly assets: Pick<ProjectAssets, 'find'>;
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
  readonly clock: Clock;
}

export interface FreedAsset {
  /** Of the uploaded file; its room is free once the bytes are gone, within seconds. */
  readonly freedBytes: number;
  /** Pins that show it, whatever their status. */
  readonly pins: number;
}

/** Deletes an uploaded file; `confirmed` although pins or schedules wait for it, which then fail. Throws `NotFound`, `Rejected('conflict')`. */
export async function deleteAsset(
  deps: DeleteAssetDeps,
  principal: Principal,
  assetId: string,
  { confirmed }: { readonly confirmed: boolean },
): Promise<FreedAsset> {
  const { fileSizeBytes } = await deps.assets.find(principal, assetId);
  await Promise.all([deps.freshness.wait('pins', principal), deps.freshness.wait('schedules', principal)]);
  if (!confirmed) await refuseWhileWaitedFor(deps, assetId);
  const now = deps.clock();
  const pins = (await countPinsOfAssets(deps.db, [assetId])).get(assetId) ?? 0;
  await deps.commands.execute(new MarkAssetDeleted(assetId, now.toISOString(), originOfPrincipal(principal, now)));
  return { freedBytes: fileSizeBytes, pins };
}

async function refuseWhileWaitedFor({ db }: Pick<DeleteAssetDeps, 'db'>, assetId: string): Promise<void> {
  const [pins, schedules] = await Promise.all([findPinsWaitingForAsset(db, assetId), countPendingSchedulesOfAsset(db, assetId)]);
  if (pins.length + schedules === 0) return;
  const message = 'Pins or schedules wait for this asset; with confirm=true it is deleted and they fail.';
  throw new Rejected('conflict', message, { asset_id: assetId, waiting_pin_count: pins.length, waiting_schedule_count: schedules });
}
