import type { CommandBus } from '@nestjs/cqrs';
import { MarkAssetDeleted, type ProjectAssets } from '@pps/assets';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected, type Clock } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { findPinsWaitingForAsset } from '@projections/pins/pins-of-asset.query';

export interface DeleteAssetDeps {
  readonly assets: Pick<ProjectAssets, 'find'>;
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
  readonly clock: Clock;
}

/** Deletes an uploaded file; `confirmed` although pins wait for it, which then fail. Throws `NotFound`, `Rejected('conflict')`. */
export async function deleteAsset(
  deps: DeleteAssetDeps,
  principal: Principal,
  assetId: string,
  { confirmed }: { readonly confirmed: boolean },
): Promise<void> {
  await deps.assets.find(principal, assetId);
  const waiting = confirmed ? 0 : await waitingPins(deps, principal, assetId);
  if (waiting > 0) {
    const message = 'Pins wait for this asset; with confirm=true it is deleted and they fail.';
    throw new Rejected('conflict', message, { asset_id: assetId, waiting_pin_count: waiting });
  }
  const now = deps.clock();
  await deps.commands.execute(new MarkAssetDeleted(assetId, now.toISOString(), originOfPrincipal(principal, now)));
}

async function waitingPins({ freshness, db }: DeleteAssetDeps, principal: Principal, assetId: string): Promise<number> {
  await freshness.wait('pins', principal);
  return (await findPinsWaitingForAsset(db, assetId)).length;
}
