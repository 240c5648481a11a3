import type { Asset } from '@pps/assets/events';
import { Inject, Injectable } from '@nestjs/common';
import { readPlan, termsOf } from '@pps/billing';
import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { assetOrder, listAssets } from '@projections/assets/list-assets.query';
import { countPinsOfAssets } from '@projections/pins/pins-of-asset.query';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';
import type { ListAssetsDto } from './asset.dto';
import { AssetLinks } from './asset-links';
import { APP, type App } from '../../foundation/bind-app';

const readAtOnce = 20;

/** A project's assets with the pins that show them. */
@Injectable()
export class AssetList {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'freshness' | 'db' | 'assets' | 'live'>,
    private readonly links: AssetLinks,
  ) {}

  async page(principal: Principal, { asset_type, in_use, cursor: sent, ...rest }: ListAssetsDto) {
    const { sort, offset } = rest;
    const cursor = pageCursorOf({ cursor: sent, offset }, { sort, types: assetOrder(sort).types });
    const { projectId, epoch, organizationId, environment, asOf, accountIds, keyId } = principal;
    const read = in_use === undefined ? (['assets'] as const) : (['assets', 'pins', 'schedules'] as const);
    await Promise.all(read.map((table) => this.app.freshness.wait(table, principal)));
    const { assetIds, total, next } = await listAssets(this.app.db, {
      ...{ ...rest, projectId, epoch, assetType: asset_type, inUse: in_use, cursor },
      ...(accountIds !== null && { uploadedByKey: keyId }),
    });
    const counts = await this.pinCounts(principal, assetIds);
    // One that is deleted at this moment is no more.
    const found = await mapLimited(readAtOnce, assetIds, (assetId) => this.app.assets.find(principal, assetId).catch(ignoreAbsent));
    const assets = found.flatMap((asset) =>
      asset ? [toAssetBody(asset, this.links.linkTo(asset.assetId), counts.get(asset.assetId) ?? 0)] : [],
    );
    const { storageQuotaBytes: quota } = termsOf(await readPlan(this.app.live, organizationId, asOf), environment);
    const used = await this.app.assets.usedBytes(principal);
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
    return toAssetBody(asset, this.links.linkTo(asset.assetId), counts.get(asset.assetId) ?? 0);
  }

  /** No pin can show it yet. */
  newBody(asset: Asset) {
    return toAssetBody(asset, this.links.linkTo(asset.assetId), 0);
  }

  private async pinCounts(principal: Principal, assetIds: readonly string[]): Promise<Map<string, number>> {
    await this.app.freshness.wait('pins', principal);
    return countPinsOfAssets(this.app.db, assetIds);
  }
}

function ignoreAbsent(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

const extensions: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/x-m4v', 'm4v'],
]);

/** An asset as responses show it. */
function toAssetBody(asset: Asset, publicUrl: string, pins: number) {
  return {
    id: asset.assetId,
    workspace_id: asset.projectId,
    asset_type: asset.assetType,
    original_filename: asset.originalFilename,
    content_type: asset.contentType,
    file_size_bytes: asset.fileSizeBytes,
    stored_filename: `${asset.assetId}.${extensions.get(asset.contentType) ?? 'bin'}`,
    width: asset.width ?? null,
    height: asset.height ?? null,
    duration_seconds: asset.durationSeconds ?? null,
    sha256: asset.sha256,
    referenced_by_pin_count: pins,
    public_url: publicUrl,
    created_at: asset.storedAt,
    updated_at: asset.storedAt,
  };
}
