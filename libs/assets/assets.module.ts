import { Module } from '@nestjs/common';
import { ProjectAssets } from './project-assets';
import { UploadReservations } from './upload-reservations';

/** For hosts that serve clients; needs `LiveStates`. */
@Module({
  providers: [ProjectAssets, UploadReservations],
  exports: [ProjectAssets, UploadReservations],
})
export class AssetsModule {}
