import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import { accountSlotsStream, type AccountSlotFact } from './accounts/account-slots.stream';
import { connectionStream, type ConnectionFact } from './accounts/connection.stream';
import { type BoardVerdictFact, boardVerdictStream } from './boards/board-verdict.stream';
import { type BoardFact, boardStream } from './boards/board.stream';
import { oauthStream, type OAuthFact } from './oauth/oauth.stream';
import { type SandboxBoardFact, sandboxBoardsStream } from './sandbox/sandbox-boards.stream';

const accountId = '5b0f6f0e-93a5-5a5e-8a0c-0c6a7c1f0001';
const projectId = '0197a000-0000-7000-8000-000000000002';
const organizationId = '0197a000-0000-7000-8000-000000000001';
const scopes = ['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'];

export const boardSamples: readonly BoardFact[] = [
  { type: 'BoardCreated', data: { boardId: '813744226420795900', accountId, privacy: 'PUBLIC', createdAt: '2026-01-05T10:00:00.000Z' } },
  {
    type: 'BoardUpdated',
    data: {
      boardId: '813744226420795900',
      accountId,
      fields: ['name', 'privacy'],
      privacy: 'SECRET',
      updatedAt: '2026-01-06T10:00:00.000Z',
    },
  },
  { type: 'BoardDeleted', data: { boardId: '813744226420795900', accountId, deletedAt: '2026-01-07T10:00:00.000Z' } },
];

/** One of every shape ever written, as one account lived through it. */
export const connectionSamples: readonly ConnectionFact[] = [
  {
    type: 'AccountConnected',
    data: {
      accountId,
      projectId,
      organizationId,
      epoch: 0,
      platformUserId: '813744226420795884',
      profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c21',
      tokenRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c22',
      scopes,
      tokenExpiresAt: '2026-02-04T09:00:00.000Z',
      connectedAt: '2026-01-05T09:00:00.000Z',
    },
  },
  {
    type: 'TokenRefreshed',
    data: {
      accountId,
      tokenRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c23',
      scopes,
      tokenExpiresAt: '2026-03-06T09:00:00.000Z',
      refreshedAt: '2026-02-04T08:55:00.000Z',
    },
  },
  { type: 'ReconnectRequired', data: { accountId, reason: 'token_revoked', at: '2026-02-10T09:00:00.000Z' } },
  { type: 'AccountRevoked', data: { accountId, projectId, revokedAt: '2026-02-11T09:00:00.000Z' } },
  {
    type: 'AccountReconnected',
    data: {
      accountId,
      profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c24',
      tokenRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c25',
      scopes: [...scopes, 'boards:write_secret'],
      tokenExpiresAt: '2026-03-14T09:00:00.000Z',
      reconnectedAt: '2026-02-12T09:00:00.000Z',
    },
  },
  { type: 'PlatformLimitLearned', data: { accountId, limit: 30, windowSeconds: 60, learnedAt: '2026-02-14T09:00:00.000Z' } },
];

/** The account that a sandbox begins with. */
export const simulatedConnectionSamples: readonly ConnectionFact[] = [
  {
    type: 'AccountConnected',
    data: {
      accountId,
      projectId,
      organizationId,
      epoch: 0,
      platformUserId: '90000000000813744226420795',
      simulated: true,
      profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c21',
      tokenRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c22',
      scopes,
      tokenExpiresAt: '9999-12-31T00:00:00.000Z',
      connectedAt: '2026-01-05T09:00:00.000Z',
    },
  },
];

export const sandboxBoardSamples: readonly SandboxBoardFact[] = [
  {
    type: 'SandboxBoardCreated',
    data: {
      boardId: '90000000000813744226420001',
      accountId,
      name: 'Sandbox board',
      description: null,
      privacy: 'PUBLIC',
      createdAt: '2026-01-05T09:00:00.000Z',
    },
  },
  {
    type: 'SandboxBoardUpdated',
    data: { boardId: '90000000000813744226420001', name: 'Doors', description: 'Blue ones', updatedAt: '2026-01-05T10:00:00.000Z' },
  },
  { type: 'SandboxBoardDeleted', data: { boardId: '90000000000813744226420001', deletedAt: '2026-01-05T11:00:00.000Z' } },
];

export const accountSlotSamples: readonly AccountSlotFact[] = [
  { type: 'AccountSlotTaken', data: { accountId, epoch: 0, takenAt: '2026-01-05T09:00:00.000Z' } },
  { type: 'AccountSlotFreed', data: { accountId, freedAt: '2026-02-11T09:00:00.000Z' } },
];

export const boardVerdictSamples: readonly BoardVerdictFact[] = [
  {
    type: 'BoardVerdictChanged',
    data: { accountId, boardId: '549755885175', status: 'ok', code: null, checkedAt: '2026-01-05T10:00:00.000Z' },
  },
  {
    type: 'BoardVerdictChanged',
    data: { accountId, boardId: '549755885175', status: 'failed', code: 'board_deleted', checkedAt: '2026-01-06T10:00:00.000Z' },
  },
];

const consentStarted = {
  stateId: '0197a000-0000-7000-8000-000000000009',
  projectId,
  organizationId,
  environment: 'production',
  epoch: 0,
  userId: '0197a000-0000-7000-8000-000000000003',
  accountId: null,
} as const;
const consentTimes = { startedAt: '2026-01-05T08:58:00.000Z', expiresAt: '2026-01-05T09:08:00.000Z' };

export const oauthSamples: readonly OAuthFact[] = [
  { type: 'OAuthStarted', data: { ...consentStarted, ...consentTimes } },
  ...[
    { kind: 'session', id: '0197a000-0000-7000-8000-00000000000a', generation: 2 } as const,
    { kind: 'api_key', id: '0197a000-0000-7000-8000-00000000000b' } as const,
  ].map((starter): OAuthFact => ({
    type: 'OAuthStarted',
    data: { ...consentStarted, starter, ...consentTimes },
  })),
  { type: 'OAuthCompleted', data: { outcome: 'granted', completedAt: '2026-01-05T09:00:00.000Z' } },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [
  streamSamples(connectionStream, [...connectionSamples, ...simulatedConnectionSamples]),
  streamSamples(sandboxBoardsStream, sandboxBoardSamples),
  streamSamples(accountSlotsStream, accountSlotSamples),
  streamSamples(boardStream, boardSamples),
  streamSamples(boardVerdictStream, boardVerdictSamples),
  streamSamples(oauthStream, oauthSamples),
];

export { ConnectionRepository } from './accounts/connection-repository';
export { AccountConnector } from './connecting/account-connector';
export { SlotAllocator } from './connecting/slot-allocator';
export { completeConnection } from './oauth/complete-connection';
export { startConnection } from './oauth/start-connection';
export { OAuthRequests } from './oauth/oauth-requests';
export { SandboxAccounts } from './sandbox/sandbox-accounts';
export { SandboxBoardRepository } from './sandbox/sandbox-board-repository';
export { AccessTokenVault } from './tokens/access-token-vault';
export { TokenRefresh } from './tokens/token-refresh';
