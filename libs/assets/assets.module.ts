import { Module } from '@nestjs/common';
import { DeleteAssetHandler } from './delete-asset';
import { ReclaimAssetSpaceHandler } from './reclaim-asset-space';
import { StoreAssetHandler } from './store-asset';

@Module({ providers: [StoreAssetHandler, DeleteAssetHandler, ReclaimAssetSpaceHandler] })
export class AssetsModule {}
