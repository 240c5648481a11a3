import { ProjectAssets } from '@pps/assets';
import type { Asset } from '@pps/assets/events';
import { Inject, Injectable } from '@nestjs/common';
import { readPlan, termsOf } from '@pps/billing';
import { mapLimited } from '@pps/concurrency';
import { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { assetOrder, listAssets } from '@projections/assets/list-assets.query';
import { countPinsOfAssets } from '@projections/pins/pins-of-asset.query';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';
import { toAssetBody } from './asset-body';
import type { ListAssetsDto } from './asset.dto';
import { AssetLinks } from './asset-links';

const readAtOnce = 20;

/** A project's assets with the pins that show them. */
@Injectable()
export class AssetList {
  constructor(
    private readonly live: LiveStates,
    private readonly assets: ProjectAssets,
    private readonly links: AssetLinks,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  async page(principal: Principal, { asset_type, in_use, cursor: sent, ...rest }: ListAssetsDto) {
    const { sort, offset } = rest;
    const cursor = pageCursorOf({ cursor: sent, offset }, { sort, types: assetOrder(sort).types });
    const { projectId, epoch, organizationId, environment, asOf, accountIds, keyId } = principal;
    const read = in_use === undefined ? (['assets'] as const) : (['assets', 'pins', 'schedules'] as const);
    await Promise.all(read.map((table) => this.freshness.wait(table, principal)));
    const { assetIds, total, next } = await listAssets(this.db, {
      ...{ ...rest, projectId, epoch, assetType: asset_type, inUse: in_use, cursor },
      ...(accountIds !== null && { uploadedByKey: keyId }),
    });
    const counts = await this.pinCounts(principal, assetIds);
    // One that is deleted at this moment is no more.
    const found = await mapLimited(readAtOnce, assetIds, (assetId) => this.assets.find(principal, assetId).catch(ignoreAbsent));
    const assets = found.flatMap((asset) =>
      asset ? [toAssetBody(asset, this.links.to(asset.assetId), counts.get(asset.assetId) ?? 0)] : [],
    );
    const { storageQuotaBytes: quota } = termsOf(await readPlan(this.live, organizationId, asOf), environment);
    const used = await this.assets.usedBytes(principal);
    return {
      assets,
      total,
      next_cursor: next && pageCursorText(next),
      storage_used_bytes: used,
      storage_quota_bytes: quota,
      storage_used_percent: quota === 0 ? (used === 0 ? 0 : 100) : Math.round((used / quota) * 10_000) / 100,
    };
  }

  async body(principal: Principal, asset: Asset) {
    const counts = await this.pinCounts(principal, [asset.assetId]);
    return toAssetBody(asset, this.links.to(asset.assetId), counts.get(asset.assetId) ?? 0);
  }

  /** No pin can show it yet. */
  newBody(asset: Asset) {
    return toAssetBody(asset, this.links.to(asset.assetId), 0);
  }

  private async pinCounts(principal: Principal, assetIds: readonly string[]): Promise<Map<string, number>> {
    await this.freshness.wait('pins', principal);
    return countPinsOfAssets(this.db, assetIds);
  }
}

function ignoreAbsent(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
