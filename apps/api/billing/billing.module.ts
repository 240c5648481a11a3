import { Module } from '@nestjs/common';
import { BillingModule } from '@pps/billing';
import { ConnectionsModule } from '@pps/connections';
import { AssetsApiModule } from '../assets/assets.module';
import { BillingController } from './billing.controller';
import { BillingPricingController } from './pricing.controller';
import { BillingStatusAt } from './billing-status-at';
import { BillingStatusReader } from './billing-status';
import { ProviderWebhookController } from './provider-webhook.controller';

@Module({
  imports: [AssetsApiModule, BillingModule, ConnectionsModule],
  controllers: [BillingController, BillingPricingController, ProviderWebhookController],
  providers: [BillingStatusAt, BillingStatusReader],
})
export class BillingApiModule {}
