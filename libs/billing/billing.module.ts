import { Module } from '@nestjs/common';
import { QuotaReservations } from './quota/quota-reservations';
import { RecentReservations } from './quota/recent-reservations';
import { ReleaseQuotaHandler } from './quota/release-quota';
import { StartSubscriptionHandler } from './subscription/start-subscription';

@Module({
  providers: [StartSubscriptionHandler, ReleaseQuotaHandler, QuotaReservations, RecentReservations],
  exports: [QuotaReservations, RecentReservations],
})
export class BillingModule {}
