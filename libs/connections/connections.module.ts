import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { AccountDirectory } from './accounts/account-directory';
import { AccountMutex } from './accounts/account-mutex';
import { AccountProfiles } from './accounts/account-profiles';
import { ConnectionRepository } from './accounts/connection-repository';
import { LearnedLimits } from './accounts/learned-limits';
import { RevokeAccountHandler } from './connecting/revoke-account';
import { SlotAllocator } from './connecting/slot-allocator';
import { BoardAccess } from './boards/board-access';
import { BoardInspection } from './boards/board-inspection';
import { BOARD_SOURCE } from './boards/board-source';
import { PlatformBoards } from './boards/platform-boards';
import { PlatformReads } from './boards/platform-reads';
import { RateLimitsModule } from '@pps/rate-limits';
import { RoutedBoards } from './boards/routed-boards';
import { BoardVerdictStore } from './boards/board-verdict.store';
import { AccountConnector } from './connecting/account-connector';
import { ConnectionLinks } from './oauth/connection-links';
import { ConsentAddress } from './oauth/consent-address';
import { CompleteConnectionHandler } from './oauth/complete-connection';
import { OAuthRequests } from './oauth/oauth-requests';
import { StartConnectionHandler } from './oauth/start-connection';
import { PlatformConsent } from './oauth/platform-consent';
import { StateSignature } from './oauth/state-signature';
import { SandboxBoardRepository } from './sandbox/sandbox-board-repository';
import { ConnectSandboxAccountHandler } from './sandbox/connect-sandbox-account';
import { SandboxAccounts } from './sandbox/sandbox-accounts';
import { SandboxConsents } from './sandbox/sandbox-consents';
import { SimulatedBoardAccess } from './boards/simulated-board-access';
import { SimulatedBoards } from './boards/simulated-boards';
import { AccessTokenVault } from './tokens/access-token-vault';
import { AccessTokens } from './tokens/access-tokens';
import { Reconnection } from './tokens/reconnection';
import { RefreshExpiringTokenHandler } from './tokens/refresh-expiring-token';
import { TokenRefresh } from './tokens/token-refresh';

const shared = [
  ConnectionRepository,
  AccountMutex,
  AccountProfiles,
  SlotAllocator,
  AccessTokenVault,
  AccountConnector,
  SandboxAccounts,
  SandboxBoardRepository,
];
const sandbox = [SimulatedBoards, SimulatedBoardAccess, ConnectSandboxAccountHandler];
const offered = [
  AccountDirectory,
  AccessTokens,
  LearnedLimits,
  BoardAccess,
  Reconnection,
  { provide: BOARD_SOURCE, useClass: RoutedBoards },
];

/** Accounts that are connected: their tokens, boards and revocation. */
@Module({
  imports: [RateLimitsModule],
  providers: [
    ...shared,
    ...offered,
    ...sandbox,
    PlatformBoards,
    PlatformReads,
    TokenRefresh,
    BoardVerdictStore,
    BoardInspection,
    RevokeAccountHandler,
    RefreshExpiringTokenHandler,
  ],
  exports: [...shared, ...offered],
})
export class ConnectionsModule {}

/** Connecting accounts; only for hosts that users come back to from the platform. */
@Module({})
export class ConnectingModule {
  /** @param ports bind `PLAN_LIMITS` and `CONSENT_STARTERS` */
  static with(...ports: readonly Provider[]): DynamicModule {
    return {
      module: ConnectingModule,
      imports: [ConnectionsModule],
      providers: [
        ...ports,
        StateSignature,
        OAuthRequests,
        PlatformConsent,
        SandboxConsents,
        ConsentAddress,
        ConnectionLinks,
        StartConnectionHandler,
        CompleteConnectionHandler,
      ],
      exports: [ConnectionLinks],
    };
  }
}
