import { AssetsModule } from '@pps/assets';
import { Module } from '@nestjs/common';
import { AbandonedUploads } from './abandoned-uploads';
import { AssetContentController } from './asset-content.controller';
import { AssetLinks } from './asset-links';
import { AssetList } from './asset-list';
import { AssetsController } from './assets.controller';
import { AssetUploads } from './asset-uploads';
import { AssetUploadsController } from './asset-uploads.controller';
import { ProjectAssets } from './project-assets';

@Module({
  imports: [AssetsModule],
  controllers: [AssetUploadsController, AssetContentController, AssetsController],
  providers: [ProjectAssets, AssetLinks, AssetList, AssetUploads, AbandonedUploads],
  exports: [ProjectAssets, AssetLinks],
})
export class AssetsApiModule {}
