import { Module } from '@nestjs/common';
import { AssetsApiModule } from '../assets/assets.module';
import { BulkPinsController } from './bulk-pins.controller';
import { HeadroomHeaders } from './headroom-headers';
import { JobsController } from './jobs.controller';
import { PinAnswers } from './pin-answers';
import { PinBatchController } from './pin-batch.controller';
import { PinBodies } from './pin-body';
import { PinChangesController } from './pin-changes.controller';
import { PinList } from './pin-list';
import { PinValidationController } from './pin-validation.controller';
import { PinsController } from './pins.controller';
import { RateMeterController } from './rate-meter.controller';

/** Routes with fixed names come before those with a pin's id. */
@Module({
  imports: [AssetsApiModule],
  controllers: [
    BulkPinsController,
    PinBatchController,
    PinValidationController,
    PinsController,
    PinChangesController,
    JobsController,
    RateMeterController,
  ],
  providers: [PinAnswers, PinBodies, PinList, HeadroomHeaders],
  exports: [PinBodies, HeadroomHeaders],
})
export class PinsApiModule {}
