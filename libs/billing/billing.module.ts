import { Module } from '@nestjs/common';
import { QuotaCounter } from './quota-counter';
import { ReleaseQuotaHandler } from './release-quota';
import { StartSubscriptionHandler } from './start-subscription';

@Module({ providers: [StartSubscriptionHandler, ReleaseQuotaHandler, QuotaCounter], exports: [QuotaCounter] })
export class BillingModule {}
