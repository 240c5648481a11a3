import { Module } from '@nestjs/common';
import { ChangeSubscriptionHandler } from './change-subscription';
import { QuotaCounter } from './quota-counter';
import { RecentClaims } from './recent-claims';
import { ReleaseQuotaHandler } from './release-quota';
import { StartSubscriptionHandler } from './start-subscription';

@Module({
  providers: [StartSubscriptionHandler, ChangeSubscriptionHandler, ReleaseQuotaHandler, QuotaCounter, RecentClaims],
  exports: [QuotaCounter, RecentClaims],
})
export class BillingModule {}
