import { Module } from '@nestjs/common';
import { AssetContentController } from './asset-content.controller';
import { AssetLinks } from './asset-links';
import { AssetList } from './asset-list';
import { AssetsController } from './assets.controller';
import { AssetUploadsController } from './asset-uploads.controller';

@Module({
  controllers: [AssetUploadsController, AssetContentController, AssetsController],
  providers: [AssetLinks, AssetList],
  exports: [AssetLinks],
})
export class AssetsApiModule {}
