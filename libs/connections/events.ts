export type {
  AccountConnected,
  AccountHealth,
  AccountReconnected,
  AccountRevoked,
  Connection,
  ConnectionFact,
  ConnectionState,
  PlatformLimitLearned,
  ReconnectReason,
  ReconnectRequired,
  TokenRefreshed,
} from './accounts/connection.stream';
export { accountHealth, connectionStream } from './accounts/connection.stream';
export type { AccountSlotFact, AccountSlotFreed, AccountSlots, AccountSlotTaken } from './accounts/account-slots.stream';
export { accountSlotsStream } from './accounts/account-slots.stream';
export type {
  SandboxBoardCreated,
  SandboxBoardDeleted,
  SandboxBoardFact,
  SandboxBoards,
  SandboxBoardUpdated,
} from './sandbox/sandbox-boards.stream';
export { sandboxBoardsStream, sandboxBoardsStreamId } from './sandbox/sandbox-boards.stream';
export type { BoardCreated, BoardDeleted, BoardFact, BoardState, BoardUpdated } from './boards/board.stream';
export { boardStream } from './boards/board.stream';
export type { BoardVerdictChanged, BoardVerdictFact, BoardVerdictState } from './boards/board-verdict.stream';
export { boardVerdictStream, boardVerdictStreamId } from './boards/board-verdict.stream';
export type { OAuthCompleted, OAuthFact, OAuthStarted, OAuthState } from './oauth/oauth.stream';
export { oauthStream } from './oauth/oauth.stream';
export { missingForPublishing, missingScopes } from './accounts/missing-scopes';
