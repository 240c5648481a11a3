import type { AssetStorage } from '@pps/asset-storage';
import { assetSpaceId, reclaimAssetSpace, takenBefore } from '@pps/assets';
import { assetSpaceStream } from '@pps/assets/events';
import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { storedAssets } from '@projections/assets/list-assets.query';

export interface ReclaimDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly storage: AssetStorage;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
  readonly clock: Clock;
}

/** Longer than storing a file can take. */
const abandonedAfterMs = 10 * 60_000;

/** Frees the space of uploads whose process died before the file was stored; answers whether any was freed. */
export async function reclaimAbandonedUploads(deps: ReclaimDeps, principal: Principal): Promise<boolean> {
  const { projectId, epoch } = principal;
  const now = deps.clock();
  const { state } = await deps.streams.load(assetSpaceStream, assetSpaceId(projectId, epoch));
  const taken = takenBefore(state, new Date(now.getTime() - abandonedAfterMs).toISOString());
  await deps.freshness.wait('assets');
  const stored = await storedAssets(
    deps.db,
    taken.map(({ assetId }) => assetId),
  );
  const spaces = taken.filter(({ assetId }) => !stored.has(assetId));
  if (spaces.length === 0) return false;
  await reclaimAssetSpace(deps, { projectId, epoch, spaces }, now.toISOString(), originOfPrincipal(principal, now));
  return true;
}
