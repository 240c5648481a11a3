import { Module } from '@nestjs/common';
import { MarkAssetDeletedHandler } from './mark-asset-deleted';
import { ProjectAssets } from './project-assets';
import { ReclaimAssetSpaceHandler } from './reclaim-asset-space';
import { StoreAssetHandler } from './store-asset';
import { UploadReservations } from './upload-reservations';

/** For hosts that serve clients; needs `LiveStates`. */
@Module({
  providers: [StoreAssetHandler, MarkAssetDeletedHandler, ReclaimAssetSpaceHandler, ProjectAssets, UploadReservations],
  exports: [ProjectAssets, UploadReservations],
})
export class AssetsModule {}
