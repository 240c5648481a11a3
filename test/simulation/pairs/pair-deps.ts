import { plans, QuotaCounter, RecentReservations } from '@pps/billing';
import { KeyedMutex } from '@pps/concurrency';
import { ConnectionRepository } from '@pps/connections/testing';
import type { Streams } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { ReconcilingDeps } from '@pps/pins';
import type { PinView } from '@pps/pins/events';
import type { App } from '../../../apps/foundation/bind-app';
import { accountOf } from './pair-identity';
import { pairConnecting } from './pair-connecting';
import { logOrder } from './pair-log';
import { accountIds, type PairWorld } from './pair-world';

/** What the use cases are given in one process of its own: real commands, quota and streams; boards, files and terms that allow everything. */
export function pairDeps(world: PairWorld, task: string, read?: ReadonlyMap<string, PinView>): App {
  const streams = world.streamsOf(task, read);
  const check = async ({ accountId }: { readonly accountId: string }) => {
    const isRevoked = (await accountOf(streams, accountId)).revokedAt !== null;
    return isRevoked ? { status: 'failed', code: 'account_revoked', message: 'It is disconnected.' } : { status: 'ok' };
  };
  const live = { get: streams.load.bind(streams), head: async () => world.log.head };
  const deps = {
    streams,
    live,
    db: world.rows.seenBy(task),
    vault: world.vault.seenBy(task),
    configuration: { WEBHOOK_TARGETS: 'any' },
    freshness: world.freshness(task),
    quota: new QuotaCounter(streams),
    claims: new RecentReservations(streams, world.log.seenBy(task)),
    creationsByPin: new KeyedMutex(),
    creationsByProject: new KeyedMutex(),
    termsOf: async () => ({ plan: 'pro', planTerms: { ...plans.pro, quotaPinsMonthly: world.quotaLimit }, mayPublish: true }),
    accounts: { find: (_: string, accountId: string) => accountOf(streams, accountId), countKnown: async () => accountIds.length },
    boards: { check, checkLocally: check },
    reconnection: {
      rejection: (code: string, accountId: string) => new Rejected(code as never, `It is ${code}.`, { account_id: accountId }),
    },
    importBodies: world.bodies.seenBy(task),
    presentEpoch: async () => true,
    assets: { requireShown: async () => undefined, withMediaType: async (_: unknown, content: unknown) => content },
    tokens: { use: async (accountId: string, call: (token: string) => Promise<unknown>) => call(accountId) },
    platform: world.platform.seenBy(task),
    upgradeUrl: 'https://app.example/billing',
    clock: world.clock,
    monotonic: () => world.nowMs,
    newId: world.idsOf(task),
    pause: () => world.turns.at(task, {}, () => undefined),
    lastCalls: lastCalls(world, task, streams),
    ...connecting(world, task, streams),
  };
  return deps as unknown as App;
}

/** What a worker is given: a token of the pace is always there. */
export function pairPublishingDeps(world: PairWorld, task: string): ReconcilingDeps {
  const streams = world.streamsOf(task);
  const accessToken = async (accountId: string) => {
    if ((await accountOf(streams, accountId)).revokedAt !== null) throw new Rejected('account_revoked', 'The account is disconnected.');
    return { accessToken: accountId, tokenRef: '1' };
  };
  const claim = world.grants.claim.bind(world.grants, task);
  return {
    streams,
    buckets: { claim, park: async () => undefined, settleProbe: async () => undefined, knows: () => true, binds: () => false } as never,
    waitingBefore: async () => [],
    onFault: () => undefined,
    closeGrant: async () => undefined,
    dropGrant: async () => undefined,
    platform: world.platform.seenBy(task),
    accounts: {
      accessToken,
      requireUsable: async (accountId) => void (await accessToken(accountId)),
      refreshAccess: accessToken,
      reportDead: async () => undefined,
      learnLimit: async () => undefined,
    },
    presentEpoch: async () => true,
    storage: {} as never,
    images: { reserve: async () => () => undefined } as never,
    knownPins: { findOwned: async () => new Set() },
    reads: { take: async () => 0, owe: async () => undefined },
    clock: world.clock,
    monotonic: () => world.nowMs,
    uptime: () => ({ boot: 'machine', seconds: world.nowMs / 1_000 }),
    secondsAgo: async () => null,
    random: () => 0.5,
    platformTimeoutMs: 10_000,
    reconcileAfterMs: [2_000, 10_000],
  };
}

/** It waits for an outcome, however long that takes. */
function lastCalls(world: PairWorld, task: string, streams: Streams): App['lastCalls'] {
  const isOver = () => !world.grants.hasOpenCall();
  return {
    closeGrants: (owner) => world.grants.close(task, 'accountId' in owner ? owner.accountId : ''),
    streams,
    pause: () => world.turns.at(task, { reads: [logOrder] }, () => undefined, isOver),
    monotonic: () => world.nowMs,
  };
}

/** Slots and the vault beside it have nothing to lose where an account is disconnected. */
function connecting(world: PairWorld, task: string, streams: Streams) {
  const live = { get: streams.load.bind(streams) };
  return {
    connections: new ConnectionRepository(live as never, streams, () => new Date(0)),
    accountMutex: { runExclusive: (_: string, work: () => Promise<void>) => work() },
    slots: { free: async () => undefined },
    tokenVault: { deleteAll: async () => undefined },
    sandboxAccounts: pairConnecting(world, task, streams, 0).sandboxAccounts,
  };
}
