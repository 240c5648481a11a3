export { bindConnecting, bindConnections, type BoundConnections, type Connecting } from './bind-connections';
export { connectionCommands } from './commands';
export { connectionsMigrations } from './connections.migrations';
export { AccountDirectory, type DirectoryEntry } from './accounts/account-directory';
export { AccountProfiles, type AccountProfile } from './accounts/account-profiles';
export { ReconcilingReads } from './boards/platform-reads';
export { eraseBoardVerdicts } from './boards/board-verdict.store';
export { decideRevocation } from './accounts/connection.stream';
export { revokeAccount, type RevokeAccountDeps } from './connecting/revoke-account';
export { StartConnection, type PlanLimits } from './oauth/start-connection';
export { CompleteConnection } from './oauth/complete-connection';
export { openConnectionLink } from './oauth/open-connection-link';
export type { ConsentBegun, ConsentStarter, ConsentStarters } from './oauth/oauth-requests';
export { missingForPublishing, missingScopes, requestedScopes } from './accounts/missing-scopes';
export { isPublishable, type Verdict } from './boards/verdict';
export { AccessTokens } from './tokens/access-tokens';
export {
  idleTokensDuty,
  refreshRound,
  runIdleTokenRefresh,
  type ExpiringAccount,
  type IdleTokensDeps,
} from './tokens/idle-tokens.dispatcher';
export { Reconnection } from './tokens/reconnection';
export { connectSandboxAccount, type ConnectSandboxAccountDeps } from './sandbox/sandbox-accounts';
export { sandboxAccounts } from './sandbox/sandbox-accounts.process';
export { BoardAccess } from './boards/board-access';
