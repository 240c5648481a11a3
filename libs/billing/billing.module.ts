import { Module } from '@nestjs/common';
import { ChangeSubscriptionHandler } from './subscription/change-subscription';
import { QuotaCounter } from './quota/quota-counter';
import { RecentClaims } from './quota/recent-claims';
import { ReleaseQuotaHandler } from './quota/release-quota';
import { StartSubscriptionHandler } from './subscription/start-subscription';

@Module({
  providers: [StartSubscriptionHandler, ChangeSubscriptionHandler, ReleaseQuotaHandler, QuotaCounter, RecentClaims],
  exports: [QuotaCounter, RecentClaims],
})
export class BillingModule {}
