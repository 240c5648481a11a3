import { Module } from '@nestjs/common';
import { BillingModule } from '@pps/billing';
import { ConnectionsModule } from '@pps/connections';
import { PinsModule, TokenBuckets } from '@pps/pins';
import { DATABASE } from '@pps/read-store';
import { CONFIGURATION } from '@pps/runtime';
import { tokenBuckets } from '../../foundation/token-buckets';
import { HeadroomMeter } from './headroom';
import { PinIntake } from './pin-intake';
import { PinsController } from './pins.controller';

@Module({
  imports: [BillingModule, ConnectionsModule, PinsModule],
  controllers: [PinsController],
  providers: [PinIntake, HeadroomMeter, { provide: TokenBuckets, useFactory: tokenBuckets, inject: [DATABASE, CONFIGURATION] }],
})
export class PinsApiModule {}
