import { Module } from '@nestjs/common';
import { QuotaReservations } from './quota/quota-reservations';
import { RecentReservations } from './quota/recent-reservations';

@Module({
  providers: [QuotaReservations, RecentReservations],
  exports: [QuotaReservations, RecentReservations],
})
export class BillingModule {}
