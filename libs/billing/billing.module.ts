import { Module } from '@nestjs/common';
import { StartSubscriptionHandler } from './start-subscription';

@Module({ providers: [StartSubscriptionHandler] })
export class BillingModule {}
