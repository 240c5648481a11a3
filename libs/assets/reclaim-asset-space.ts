import { ASSET_STORAGE, type AssetStorage } from '@pps/asset-storage';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import type { SpaceOfUpload } from './asset-space.decider';
import { assetStream } from './asset.stream';
import { undoUpload } from './undo-upload';

/** Frees the space of uploads whose process ended before the asset was stored; not of those that were sent again meanwhile. */
export class ReclaimAssetSpace extends Command<void> {
  constructor(
    readonly uploads: { readonly projectId: string; readonly epoch: number; readonly spaces: readonly SpaceOfUpload[] },
    readonly at: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ReclaimAssetSpace)
export class ReclaimAssetSpaceHandler implements ICommandHandler<ReclaimAssetSpace> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(ASSET_STORAGE) private readonly storage: AssetStorage,
  ) {}

  async execute({ uploads, at, origin }: ReclaimAssetSpace): Promise<void> {
    const { projectId, epoch, spaces } = uploads;
    for (const { assetId, takenAt } of spaces) {
      const { state } = await this.runner.load(assetStream, assetId);
      if (state.kind !== 'asset') await undoUpload(this.runner, this.storage, { assetId, projectId, epoch, takenAt, at }, origin);
    }
  }
}
