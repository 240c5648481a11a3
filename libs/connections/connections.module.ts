import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { AccountDirectory } from './accounts/account-directory';
import { AccountLock } from './accounts/account-lock';
import { AccountProfiles } from './accounts/account-profiles';
import { ConnectionLog } from './accounts/connection-log';
import { LearnedLimits } from './accounts/learned-limits';
import { RevokeAccountHandler } from './accounts/revoke-account';
import { SlotKeeper } from './accounts/slot-keeper';
import { BoardAccess } from './boards/board-access';
import { BoardInspection } from './boards/board-inspection';
import { BOARD_SOURCE, PlatformBoards } from './boards/boards';
import { RoutedBoards } from './boards/routed-boards';
import { VerdictStore } from './boards/board-verdict.store';
import { AccountConnector } from './oauth/account-connector';
import { CompleteConnectionHandler } from './oauth/complete-connection';
import { OAuthRequests } from './oauth/oauth-requests';
import { StartConnectionHandler } from './oauth/start-connection';
import { PlatformConsent } from './oauth/platform-consent';
import { StateSignature } from './oauth/state-signature';
import { BoardLog } from './sandbox/board-log';
import { ConnectSandboxAccountHandler } from './sandbox/connect-sandbox-account';
import { SandboxAccounts } from './sandbox/sandbox-accounts';
import { SandboxConsents } from './sandbox/sandbox-consents';
import { SimulatedAccess } from './sandbox/simulated-access';
import { SimulatedBoards } from './sandbox/simulated-boards';
import { AccessTokenVault } from './tokens/access-token-vault';
import { AccessTokens } from './tokens/access-tokens';
import { Reconnection } from './tokens/reconnection';
import { RefreshAheadHandler } from './tokens/refresh-ahead';
import { TokenRefresh } from './tokens/token-refresh';

const shared = [ConnectionLog, AccountLock, AccountProfiles, SlotKeeper, AccessTokenVault, AccountConnector, SandboxAccounts, BoardLog];
const sandbox = [SimulatedBoards, SimulatedAccess, ConnectSandboxAccountHandler];
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
  providers: [
    ...shared,
    ...offered,
    ...sandbox,
    PlatformBoards,
    TokenRefresh,
    VerdictStore,
    BoardInspection,
    RevokeAccountHandler,
    RefreshAheadHandler,
  ],
  exports: [...shared, ...offered],
})
export class ConnectionsModule {}

/** Connecting accounts; only for hosts that receive the users. */
@Module({})
export class ConnectingModule {
  /** @param planLimits binds `PLAN_LIMITS` */
  static with(planLimits: Provider): DynamicModule {
    return {
      module: ConnectingModule,
      imports: [ConnectionsModule],
      providers: [
        planLimits,
        StateSignature,
        OAuthRequests,
        PlatformConsent,
        SandboxConsents,
        StartConnectionHandler,
        CompleteConnectionHandler,
      ],
    };
  }
}
