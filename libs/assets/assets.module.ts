import { Module } from '@nestjs/common';
import { DeleteAssetHandler } from './delete-asset';
import { ProjectAssets } from './project-assets';
import { ReclaimAssetSpaceHandler } from './reclaim-asset-space';
import { StoreAssetHandler } from './store-asset';

/** For hosts that serve clients; needs `LiveStates`. */
@Module({
  providers: [StoreAssetHandler, DeleteAssetHandler, ReclaimAssetSpaceHandler, ProjectAssets],
  exports: [ProjectAssets],
})
export class AssetsModule {}
