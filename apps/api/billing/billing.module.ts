import { Module } from '@nestjs/common';
import { AssetsApiModule } from '../assets/assets.module';
import { BillingController } from './billing.controller';
import { BillingPricingController } from './pricing.controller';
import { BillingStatusAt } from './billing-status-at';
import { BillingStatusReader } from './billing-status';
import { CheckoutController } from './checkout.controller';
import { paymentDeps } from './payment-deps';
import { PriceCheck } from './price-check';
import { ProviderWebhookController } from './provider-webhook.controller';

@Module({
  imports: [AssetsApiModule],
  controllers: [BillingController, CheckoutController, BillingPricingController, ProviderWebhookController],
  providers: [BillingStatusAt, BillingStatusReader, paymentDeps, PriceCheck],
})
export class BillingApiModule {}
