import { Module } from '@nestjs/common';
import { BillingModule } from '@pps/billing';
import { ConnectionsModule } from '@pps/connections';
import { PinsModule, TokenBuckets } from '@pps/pins';
import { DATABASE, type Database } from '@pps/read-store';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { HeadroomMeter } from './headroom';
import { PinIntake } from './pin-intake';
import { PinsController } from './pins.controller';

const tokenBuckets = {
  provide: TokenBuckets,
  useFactory: (db: Database, { PACING_ACCOUNT, PACING_GLOBAL }: Configuration) =>
    new TokenBuckets(db, { account: PACING_ACCOUNT, global: PACING_GLOBAL }),
  inject: [DATABASE, CONFIGURATION],
};

@Module({
  imports: [BillingModule, ConnectionsModule, PinsModule],
  controllers: [PinsController],
  providers: [PinIntake, HeadroomMeter, tokenBuckets],
})
export class PinsApiModule {}
