import { publishPin, reconcilePin, runPacing, runPublishingTimers, type PublishQueue, type ReconcilingDeps } from '@pps/pins';
import type { Platform } from '@pps/platform';
import { FairRounds } from './fair-rounds';
import { virtualGrants, virtualRoundRobin } from './virtual-grants';
import { VirtualProcess } from './virtual-process';
import type { VirtualWorker } from './virtual-work';
import type { World } from './world';

const slots = 16;
const pauseMs = 100;
const reconcileAfterMs: readonly number[] = [2_000, 10_000, 30_000, 120_000];

/** Leads pacing until another one leads; returns the process, which the caller ends. */
export function startPacerProcess(world: World): VirtualProcess {
  const { time, queue, parts, invariants } = world;
  const process = new VirtualProcess(time);
  const epoch = world.nextEpoch();
  const rounds = new FairRounds(world);
  const leads = () => epoch === world.leaseEpoch;
  const startable: PublishQueue['startable'] = async ({ accounts, perAccount }) => {
    await process.sleep(world.wayMs());
    return queue.startable(accounts, perAccount, world.clock().toISOString());
  };
  const deps = {
    grants: parts.grants(virtualGrants(process, queue.grants)),
    roundRobin: () => virtualRoundRobin(process, world, leads, rounds),
    queue: world.offers,
    publishQueue: { startable: parts.startable(startable, queue), uploadsOpen: async () => 0 },
    buckets: world.buckets.seenBy(process, world.wayMs),
    clock: world.clock,
    monotonic: world.monotonic,
    progress: (ms: number) => process.sleep(Math.min(ms, pauseMs)),
    pause: (ms: number) => process.sleep(ms),
    onError: (error: unknown) => invariants.broken('process failed', `the pacer: ${String(error)}`),
  };
  void runPacing(deps, { holder: `pacer ${epoch}`, epoch, signal: new AbortController().signal });
  return process;
}

/** Ends attempts whose time is up and offers the reconciliation reads that are due; returns the process, which the caller ends. */
export function startTimersProcess(world: World): VirtualProcess {
  const { time, queue, parts, invariants } = world;
  const process = new VirtualProcess(time);
  const deps = {
    streams: world.streamsOf(process),
    queue: world.offers,
    publishQueue: parts.timers({
      overdue: async (marginMs) => queue.overdue(new Date(world.wall() - marginMs).toISOString()),
      readsDue: async (kind) => (kind === 'read_board' ? queue.boardReadsDue(world.clock().toISOString()) : []),
      givenUp: async () => queue.givenUp(world.clock().toISOString()),
      // No simulated run lasts a day.
      heldTooLong: async () => ({ pins: [], next: null }),
    }),
    clock: world.clock,
    monotonic: world.monotonic,
    reconcileAfterMs,
    // Nothing fails here by itself: whatever is thrown is a finding, unless the clock was set back since the item was found due.
    passOver: (_task: unknown, _item: unknown, error: unknown) => (isClockBehind(error) ? Promise.resolve() : Promise.reject(error)),
    // As long as a round of the orchestrator's while something is due.
    pause: (ms: number) => process.sleep(ms + 200),
    onError: (error: unknown) => {
      if (!isClockBehind(error)) invariants.broken('process failed', `the timers: ${String(error)}`);
    },
  };
  void runPublishingTimers(deps, { holder: 'this process', epoch: 0n, signal: new AbortController().signal });
  return process;
}

export function startWorkerProcess(world: World): VirtualWorker {
  const process = new VirtualProcess(world.time);
  const deps = publishingDeps(world, process);
  return {
    process,
    free: slots,
    inHand: new Set(),
    handle: ({ kind, id, attributes }) => (kind === 'publish' ? publishPin : reconcilePin)(deps, id, Number(attributes['attempt'])),
  };
}

function publishingDeps(world: World, process: VirtualProcess): ReconcilingDeps {
  const { time, queue, invariants } = world;
  return {
    streams: world.streamsOf(process),
    buckets: world.buckets.seenBy(process, world.wayMs),
    closeGrant: async (pinId, attempt) => queue.grants.close(pinId, attempt, time.now),
    dropGrant: async (pinId, attempt) => {
      const grant = queue.grants.drop(pinId, attempt, time.now);
      if (grant) world.roundRobin.wake(grant.accountId);
    },
    waitingBefore: async () => [],
    platform: world.platform.seenBy(process) as Platform,
    accounts: {
      accessToken: async (accountId) => {
        if (world.needsConsent.has(accountId)) world.refuseToken(accountId);
        return { accessToken: accountId, tokenRef: '1' };
      },
      requireUsable: async (accountId) => {
        if (world.needsConsent.has(accountId)) world.refuseToken(accountId);
      },
      refreshAccess: async (accountId) => ({ accessToken: accountId, tokenRef: '2' }),
      reportDead: async () => undefined,
      learnLimit: async () => undefined,
    },
    presentEpoch: async () => true,
    storage: {} as never,
    images: { reserve: async () => () => undefined } as never,
    knownPins: { findOwned: async (platformPinIds) => new Set(platformPinIds.filter((id) => invariants.pins.isOwned(id))) },
    reads: { take: async () => 0, owe: async () => undefined },
    onFault: () => undefined,
    clock: world.clock,
    monotonic: world.monotonic,
    uptime: world.uptime,
    // All run on one machine.
    secondsAgo: async () => null,
    random: world.options.random,
    platformTimeoutMs: 10_000,
    reconcileAfterMs,
  };
}

const isClockBehind = (error: unknown): boolean => error instanceof Error && error.name === 'ClockBehind';
