import { plans, QuotaCounter } from '@pps/billing';
import { KeyedMutex } from '@pps/concurrency';
import type { BoardAccess } from '@pps/connections';
import type { CreatePinDeps } from '@pps/use-cases';
import type { VirtualProcess } from './virtual-process';
import type { World } from './world';

/** What the use case of creating a pin is given on one simulated API process: real quota and real streams, accounts and boards that allow everything. */
export function simulatedCreation(world: World, process: VirtualProcess): CreatePinDeps {
  const streams = world.streamsOf(process);
  return {
    live: { get: (type, id) => streams.load(type, id), head: async () => 0n },
    streams,
    quota: new QuotaCounter(streams),
    claims: { findPinIds: async () => new Set<string>() },
    creationsByPin: new KeyedMutex(),
    termsOf: async () => ({ plan: 'enterprise', planTerms: { ...plans.enterprise, quotaPinsMonthly: Infinity }, mayPublish: true }),
    accounts: { find: async (_, accountId) => ({ ...anAccount, accountId }) },
    boards: { check: async (question) => verdictOf(question) },
    reconnection: {
      rejection: (code) => {
        throw new Error(`no simulated account needs a new consent (${code})`);
      },
    },
    assets: { requireShown: async () => undefined, withMediaType: async (_, content) => content },
    upgradeUrl: 'https://app.example/billing',
    clock: world.clock,
    monotonic: world.monotonic,
    newId: () => world.newId(),
    pause: (ms) => process.sleep(ms),
  };
}

const anAccount = {
  platformUserId: 'user',
  scopes: [],
  epoch: 0,
  revokedAt: null,
  health: 'healthy',
  reconnectReason: null,
  tokenIssuedAt: '2026-01-01T00:00:00.000Z',
} as const;

const verdictOf = ({ accountId, boardId }: Parameters<BoardAccess['check']>[0]) => ({
  status: 'ok' as const,
  accountId,
  boardId,
  message: 'The board can be published on.',
  checkedAt: '2026-11-20T10:00:00.000Z',
  source: 'cache' as const,
  board: { id: boardId, name: 'Board', privacy: 'PUBLIC' as const, description: null, pinCount: null, ownerUsername: null },
});
