import { convertedKey, originalKey, type AssetStorage } from '@pps/asset-storage';
import type { Streams, Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { decideAssetStoring, type Asset, type AssetStored, assetStream } from './asset.stream';
import { hasSpace, takeSpace, assetSpaceId, assetSpaceStream } from './asset-space.stream';
import { undoUpload } from './remove-asset';

export interface StoreAssetDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly storage: AssetStorage;
}

export interface AssetFiles {
  readonly original: string;
  /** Where the platform gets other bytes than were uploaded. */
  readonly converted?: string;
}

/** Stores an uploaded file: takes its space first, then stores the bytes, then the fact. Throws `Rejected('quota_exceeded')`, `Rejected('service_unavailable')` where its space is not its own any more; a failure leaves nothing behind. */
export async function storeAsset(
  deps: StoreAssetDeps,
  asset: AssetStored['data'],
  files: AssetFiles,
  quotaBytes: number,
  origin: Origin,
): Promise<Asset> {
  const { streams } = deps;
  const { assetId, fileSizeBytes, storedAt: at } = asset;
  const space = assetSpaceId(asset.projectId, asset.epoch);
  const bytes = fileSizeBytes + (asset.converted?.fileSizeBytes ?? 0);
  await streams.decide(assetSpaceStream, space, origin, (state) => takeSpace({ assetId, bytes, quotaBytes, at }, state));
  try {
    await putFiles(deps, asset, files);
    await requireOwnSpace(deps, asset);
    const { state } = await streams.decide(assetStream, assetId, origin, (current) => decideAssetStoring(asset, current));
    if (state.kind !== 'asset') throw new Error(`asset ${assetId} is ${state.kind} after it was stored`);
    return state;
  } catch (error) {
    await undo(deps, asset, origin);
    throw error;
  }
}

async function putFiles({ storage }: StoreAssetDeps, asset: AssetStored['data'], files: AssetFiles): Promise<void> {
  const { assetId, contentType, fileSizeBytes, converted } = asset;
  await storage.put(originalKey(assetId), { path: files.original, sizeBytes: fileSizeBytes, contentType });
  if (!converted || files.converted === undefined) return;
  const copy = { path: files.converted, sizeBytes: converted.fileSizeBytes, contentType: converted.contentType };
  await storage.put(convertedKey(assetId), copy);
}

/** A call that took longer than an abandoned one may have lost its space, and with it the bytes. */
async function requireOwnSpace({ streams }: StoreAssetDeps, { assetId, projectId, epoch, storedAt }: AssetStored['data']): Promise<void> {
  const { state } = await streams.load(assetSpaceStream, assetSpaceId(projectId, epoch));
  if (hasSpace({ assetId, takenAt: storedAt }, state)) return;
  throw new Rejected('service_unavailable', 'The file took too long to store: send it again.');
}

/** Frees the space and removes the bytes, unless the fact was written after all. What it cannot undo is reclaimed when space runs short. */
async function undo({ streams, storage }: StoreAssetDeps, asset: AssetStored['data'], origin: Origin): Promise<void> {
  const { assetId, projectId, epoch, storedAt: at } = asset;
  try {
    const { state } = await streams.load(assetStream, assetId);
    if (state.kind === 'asset') return;
    await undoUpload(streams, storage, { assetId, projectId, epoch, takenAt: at, at }, origin);
  } catch {
    return;
  }
}
