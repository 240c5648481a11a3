import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { AsOfGuard } from '../as-of/as-of.guard';
import { IdempotencyKeyGuard } from '../idempotency/idempotency-key.guard';
import { RateLimitGuard } from '../limits/rate-limit.guard';
import { AccessTokenStrategy } from './access-token.strategy';
import { BodySenders } from './body-senders';
import { CredentialGuard, Credentials } from './credential.guard';
import { DeclaredAccess } from './declared-access';
import { FairRequests } from './fair-requests.guard';
import { VerifiedTokens } from './verified-tokens';

/** The credential layer of every route. */
@Module({
  imports: [PassportModule, DiscoveryModule],
  providers: [
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
})
export class CredentialModule {}
