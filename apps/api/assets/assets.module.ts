import { IdempotencyModule } from '@pps/idempotency';
import { UseCasesModule } from '@pps/use-cases';
import { Module } from '@nestjs/common';
import { AssetContentController } from './asset-content.controller';
import { AssetLinks } from './asset-links';
import { AssetList } from './asset-list';
import { AssetsController } from './assets.controller';
import { AssetUploadsController } from './asset-uploads.controller';

@Module({
  imports: [UseCasesModule, IdempotencyModule],
  controllers: [AssetUploadsController, AssetContentController, AssetsController],
  providers: [AssetLinks, AssetList],
  exports: [AssetLinks, UseCasesModule],
})
export class AssetsApiModule {}
