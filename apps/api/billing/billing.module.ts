import { Module } from '@nestjs/common';
import { BillingModule } from '@pps/billing';
import { ConnectionsModule } from '@pps/connections';
import { BillingController } from './billing.controller';
import { BillingStatus } from './billing-status';

@Module({ imports: [BillingModule, ConnectionsModule], controllers: [BillingController], providers: [BillingStatus] })
export class BillingApiModule {}
