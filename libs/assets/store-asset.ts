import { ASSET_STORAGE, originalKey, type AssetStorage } from '@pps/asset-storage';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { Asset } from './asset.decider';
import { storeAsset } from './asset.decider';
import type { AssetStored } from './asset.events';
import { hasSpace, takeSpace } from './asset-space.decider';
import { assetSpaceId, assetSpaceStream } from './asset-space.stream';
import { convertedKey } from '@pps/asset-storage';
import { assetStream } from './asset.stream';
import { undoUpload } from './undo-upload';

export interface AssetFiles {
  readonly original: string;
  /** Where the platform gets other bytes than were uploaded. */
  readonly converted?: string;
}

/** Stores an uploaded file: takes its space first, then stores the bytes, then the fact. Throws `Rejected('quota_exceeded')`, `Rejected('service_unavailable')` where its space is not its own any more; a failure leaves nothing behind. */
export class StoreAsset extends Command<Asset> {
  constructor(
    readonly asset: AssetStored['data'],
    readonly files: AssetFiles,
    readonly quotaBytes: number,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(StoreAsset)
export class StoreAssetHandler implements ICommandHandler<StoreAsset> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(ASSET_STORAGE) private readonly storage: AssetStorage,
  ) {}

  async execute(command: StoreAsset): Promise<Asset> {
    const { asset, quotaBytes, origin } = command;
    const { assetId, fileSizeBytes, storedAt: at } = asset;
    const space = assetSpaceId(asset.projectId, asset.epoch);
    const bytes = fileSizeBytes + (asset.converted?.fileSizeBytes ?? 0);
    await this.runner.run(assetSpaceStream, space, origin, (state) => takeSpace({ assetId, bytes, quotaBytes, at }, state));
    try {
      await this.putFiles(command);
      await this.requireOwnSpace(command);
      const { state } = await this.runner.run(assetStream, assetId, origin, (current) => storeAsset(asset, current));
      if (state.kind !== 'asset') throw new Error(`asset ${assetId} is ${state.kind} after it was stored`);
      return state;
    } catch (error) {
      await this.undo(command);
      throw error;
    }
  }

  private async putFiles({ asset, files }: StoreAsset): Promise<void> {
    const { assetId, contentType, fileSizeBytes, converted } = asset;
    await this.storage.put(originalKey(assetId), { path: files.original, sizeBytes: fileSizeBytes, contentType });
    if (!converted || files.converted === undefined) return;
    const copy = { path: files.converted, sizeBytes: converted.fileSizeBytes, contentType: converted.contentType };
    await this.storage.put(convertedKey(assetId), copy);
  }

  /** A call that took longer than an abandoned one may have lost its space, and with it the bytes. */
  private async requireOwnSpace({ asset: { assetId, projectId, epoch, storedAt } }: StoreAsset): Promise<void> {
    const { state } = await this.runner.load(assetSpaceStream, assetSpaceId(projectId, epoch));
    if (hasSpace({ assetId, takenAt: storedAt }, state)) return;
    throw new Rejected('service_unavailable', 'The file took too long to store: send it again.');
  }

  /** Frees the space and removes the bytes, unless the fact was written after all. What it cannot undo is reclaimed when space runs short. */
  private async undo({ asset, origin }: StoreAsset): Promise<void> {
    const { assetId, projectId, epoch, storedAt: at } = asset;
    try {
      const { state } = await this.runner.load(assetStream, assetId);
      if (state.kind === 'asset') return;
      await undoUpload(this.runner, this.storage, { assetId, projectId, epoch, takenAt: at, at }, origin);
    } catch {
      return;
    }
  }
}
