import type { RecordedFact } from '@pps/event-store';
import { pinStream, type Pin, type PinFact, type PinState } from '@pps/pins/events';
import { failWaiting, recordOutcome, startAttempt } from '@pps/pins/testing';
import {
  advanceSchedulesOfRaisedPlans,
  cancelSchedulesOfRevokedAccounts,
  runFiring,
  scheduleFollowing,
  type DueSchedules,
} from '@pps/schedules';
import { fireSchedules, prepareFiring } from '@pps/use-cases';
import { VirtualProcess } from '../virtual-process';
import { runProcess } from './run-process';
import { scheduleUseCases } from './schedule-use-cases';
import type { ScheduleWorld } from './schedule-world';

const hourMs = 3_600_000;

/** The process that fires, until another one leads; returns it, for the caller to end. */
export function startFiring(world: ScheduleWorld, process = new VirtualProcess(world.time)): VirtualProcess {
  const epoch = ++world.leaseEpoch;
  const deps = { ...scheduleUseCases(world, process), streams: world.parts.firing(world.streamsOf(process)) };
  const due: DueSchedules = {
    read: async (most, taken) => {
      await process.sleep(world.wayMs());
      const nowMs = world.databaseNow();
      const found = epoch === world.leaseEpoch ? world.queue.dueAt(nowMs, most, taken) : [];
      const next = world.queue.nextAfter(nowMs);
      await process.sleep(world.wayMs());
      return { now: new Date(nowMs), due: found, nextInMs: found.length > 0 ? 0 : next === null ? null : next - nowMs };
    },
    readAhead: async () => [],
  };
  const dueBy = (nowMs: number, most: number, taken: readonly string[]) => world.queue.dueAt(nowMs, most, taken);
  const firing = {
    dueSchedules: () => world.parts.due(due, dueBy, () => world.clock().getTime()),
    fire: (scheduleIds: readonly string[], now: Date) => fireSchedules(deps, scheduleIds, now),
    prepare: (scheduleIds: readonly string[]) => prepareFiring(deps, scheduleIds),
    passOver: async () => undefined,
    monotonic: world.monotonic,
    // Between two changes of the queue and the next due time there is nothing to see.
    progress: (ms: number) => world.queueChange(process, idleMs(world, ms)),
    pause: (ms: number) => process.sleep(ms),
    onError: (error: unknown) => {
      if (!String(error).includes('was reset')) world.violations.broken('process failed', `firing: ${String(error)}`);
    },
  };
  void runFiring(firing, { holder: `process ${epoch}`, epoch, signal: new AbortController().signal });
  return process;
}

function idleMs(world: ScheduleWorld, ms: number): number {
  const nowMs = world.databaseNow();
  if (world.queue.dueAt(nowMs, 1, []).length > 0) return ms;
  const next = world.queue.nextAfter(nowMs);
  return Math.max(1, Math.min(hourMs, next === null ? hourMs : next - nowMs));
}

/** The processes that answer facts: what follows pins, revoked accounts and raised plans. */
export function startReactions(world: ScheduleWorld): void {
  const process = new VirtualProcess(world.time);
  const streams = world.streamsOf(process);
  const { clock } = world;
  const onFailed = async (_: string, error: unknown) => Promise.reject(error as Error);
  const queueIsFresh = () => process.sleep(world.projectionLagMs + 5);
  runProcess(world, scheduleFollowing({ db: firedPins(), streams, clock, onFailed }));
  const schedulesOfAccount = async (accountId: string) => world.queue.ofAccount(accountId);
  runProcess(world, cancelSchedulesOfRevokedAccounts({ streams, clock, onFailed, queueIsFresh, schedulesOfAccount }));
  const deferredSchedules = async () => world.queue.deferred();
  runProcess(world, advanceSchedulesOfRaisedPlans({ streams, clock, onFailed, schedulesAreFresh: queueIsFresh, deferredSchedules }));
}

/** The table that remembers which pins are schedules', in memory. */
export function firedPins(): Parameters<typeof scheduleFollowing>[0]['db'] {
  const rows: { readonly pin_id: string }[] = [];
  const table = {
    insert: (more: readonly { readonly pin_id: string }[]) => ({ onConflict: () => ({ ignore: async () => void rows.push(...more) }) }),
    whereIn: (_: string, pinIds: readonly string[]) => ({ select: async () => rows.filter(({ pin_id }) => pinIds.includes(pin_id)) }),
  };
  return (() => table) as never;
}

const publishAfterMs = 5_000;

/** Publishes what is queued; some pins wait, and some fail. */
export function startPublisher(world: ScheduleWorld): void {
  const process = new VirtualProcess(world.time);
  const streams = world.streamsOf(process);
  const append = ({ pinId, projectId, epoch }: Pin, decide: (state: PinState, at: string) => readonly PinFact[]) => {
    const [at, owner] = [world.databaseClock().toISOString(), { projectId, epoch }];
    return streams.decide(pinStream, pinId, { ...owner, actor: { type: 'system' }, occurredAt: at }, (state) => decide(state, at));
  };
  const publish = async (pinId: string): Promise<void> => {
    await process.sleep(world.random() * publishAfterMs);
    const { state } = await streams.load(pinStream, pinId);
    if (state.kind !== 'pin' || state.phase !== 'waiting' || state.epoch !== world.epochOf(state.projectId)) return;
    const { accountId, boardId } = state;
    const refused = world.revokedAt.has(accountId) ? 'account_revoked' : world.needsConsent.has(accountId) ? 'token_expired' : null;
    if (refused !== null) {
      await append(state, (now, at) => failWaiting({ errorCode: refused, message: `It is ${refused}.`, at }, now));
      return;
    }
    const attempt = state.starts + 1;
    const { facts } = await append(state, (now, at) => startAttempt({ attempt, at, deadline: at }, now));
    if (facts.length === 0) return;
    await process.sleep(100 + world.random() * 400);
    const [luck, nextAttemptAt] = [world.random(), new Date(world.databaseNow() + 20_000).toISOString()];
    const publishedAt = world.databaseClock().toISOString();
    const outcome = world.boardsGone.has(boardId)
      ? ({ kind: 'failed', errorCode: 'board_not_found', message: 'The board was not found.' } as const)
      : luck < 0.1
        ? ({ kind: 'failed', errorCode: 'invalid_image', message: 'The image cannot be used.' } as const)
        : luck < 0.2
          ? ({ kind: 'wait', reason: 'rate_limited', message: 'Later.', nextAttemptAt } as const)
          : ({ kind: 'published', platformPinId: pinId, platformUrl: `https://p/${pinId}`, publishedAt } as const);
    await append(state, (now, at) => recordOutcome({ attempt, at, outcome, reconcileAfterMs: [] }, now));
    if (outcome.kind === 'wait') {
      await process.sleep(20_001);
      await publish(pinId);
    }
  };
  world.onFact((fact: RecordedFact) => {
    if (fact.type !== 'PinQueued' && fact.type !== 'PinRetryRequested') return;
    void publish(fact.stream.slice('pin-'.length)).catch((error: unknown) => world.violations.broken('process failed', String(error)));
  });
}
