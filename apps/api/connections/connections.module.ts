import { IdempotencyModule } from '@pps/idempotency';
import { RateLimitsModule } from '@pps/rate-limits';
import { Module } from '@nestjs/common';
import { CONSENT_STARTERS, ConnectingModule, ConnectionsModule, PLAN_LIMITS } from '@pps/connections';
import { UseCasesModule } from '@pps/use-cases';
import { AccountList } from './account-list';
import { OwnAccounts } from './own-accounts';
import { AccountsController } from './accounts.controller';
import { BoardsController } from './boards.controller';
import { OAuthController } from './oauth.controller';
import { BilledPlanLimits } from './billed-plan-limits';
import { LiveConsentStarters } from './live-consent-starters';

/** Platform accounts and boards over HTTP. */
@Module({
  imports: [
    RateLimitsModule,
    IdempotencyModule,
    ConnectionsModule,
    UseCasesModule,
    ConnectingModule.with(
      { provide: PLAN_LIMITS, useClass: BilledPlanLimits },
      { provide: CONSENT_STARTERS, useClass: LiveConsentStarters },
    ),
  ],
  controllers: [OAuthController, AccountsController, BoardsController],
  providers: [AccountList, OwnAccounts],
  exports: [OwnAccounts, ConnectingModule],
})
export class ConnectionsApiModule {}
