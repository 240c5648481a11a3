import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { IdentityModule } from '@pps/identity';
import { AccessTokenGuard } from './access-token.guard';
import { AccessTokenStrategy } from './access-token.strategy';
import { ApiKeyAuthentication } from './api-key.authentication';
import { CredentialGuard } from './credential.guard';
import { DeclaredAccess } from './declared-access';

/** The credential layer of every route. */
@Module({
  imports: [PassportModule, DiscoveryModule, IdentityModule],
  providers: [
    AccessTokenStrategy,
    AccessTokenGuard,
    ApiKeyAuthentication,
    DeclaredAccess,
    { provide: APP_GUARD, useClass: CredentialGuard },
  ],
})
export class CredentialModule {}
