import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { AsOfGuard } from '../as-of/as-of.guard';
import { IdempotencyKeyGuard } from '../idempotency/idempotency-key.guard';
import { RateLimitGuard } from '../limits/rate-limit.guard';
import { Commands } from '../commands/commands';
import { AccessTokenStrategy, VerifiedTokens } from './access-token.strategy';
import { BodySenders } from './body-senders';
import { CredentialGuard, Credentials } from './credential.guard';
import { DeclaredAccess } from './declared-access';
import { FairRequests } from './fair-requests.guard';

/** The credential layer of every route, and the way in for what its callers command. */
@Global()
@Module({
  imports: [PassportModule, DiscoveryModule],
  providers: [
    Commands,
    VerifiedTokens,
    AccessTokenStrategy,
    Credentials,
    DeclaredAccess,
    BodySenders,
    { provide: APP_GUARD, useClass: CredentialGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: AsOfGuard },
    { provide: APP_GUARD, useClass: IdempotencyKeyGuard },
    FairRequests,
    { provide: APP_GUARD, useExisting: FairRequests },
  ],
  exports: [Commands, Credentials, FairRequests],
})
export class CredentialModule {}
