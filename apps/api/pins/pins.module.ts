import { Module } from '@nestjs/common';
import { BillingModule } from '@pps/billing';
import { ConnectionsModule } from '@pps/connections';
import { PinsModule, TokenBuckets } from '@pps/pins';
import { DATABASE } from '@pps/read-store';
import { CONFIGURATION } from '@pps/runtime';
import { tokenBuckets } from '../../foundation/configured-buckets';
import { AssetsApiModule } from '../assets/assets.module';
import { BatchIntake } from './batch-intake';
import { HeadroomMeter } from './headroom';
import { HeadroomHeaders } from './headroom-headers';
import { JobsController } from './jobs.controller';
import { NextActionAlarm } from './next-action-alarm';
import { PinBatchController } from './pin-batch.controller';
import { PinBodies } from './pin-body';
import { PinChangesController } from './pin-changes.controller';
import { PinChanges } from './pin-changes';
import { PinIntake } from './pin-intake';
import { PinList } from './pin-list';
import { PinQueueing } from './pin-queueing';
import { PinValidationController } from './pin-validation.controller';
import { PinValidation } from './pin-validation';
import { PinsController } from './pins.controller';
import { PlatformPins } from './platform-pins';
import { PublishChecks } from './publish-checks';
import { RacingRepeats } from './racing-repeats';
import { RateMeterController } from './rate-meter.controller';
import { VisiblePins } from './visible-pins';

/** Routes with fixed names come before those with a pin's id. */
@Module({
  imports: [AssetsApiModule, BillingModule, ConnectionsModule, PinsModule],
  controllers: [PinBatchController, PinValidationController, PinsController, PinChangesController, JobsController, RateMeterController],
  providers: [
    PublishChecks,
    PinBodies,
    PinQueueing,
    RacingRepeats,
    PinIntake,
    BatchIntake,
    PinValidation,
    PinChanges,
    PlatformPins,
    PinList,
    VisiblePins,
    HeadroomMeter,
    HeadroomHeaders,
    NextActionAlarm,
    { provide: TokenBuckets, useFactory: tokenBuckets, inject: [DATABASE, CONFIGURATION] },
  ],
  exports: [PublishChecks],
})
export class PinsApiModule {}
