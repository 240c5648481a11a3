import { mapLimited } from '@pps/concurrency';
import { connectionStream } from '@pps/connections/events';
import type { Leadership } from '@pps/leases';
import type { Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { isDatabaseUnavailable, type LoopWait } from '@pps/read-store';
import type { WorkQueue } from '@pps/work-queue';
import { LRUCache } from 'lru-cache';
import { type DueRead, type HeldPin, type OpenCall, type PublishQueue, readTasks, type PublishingTask } from '../pacing/publish-queue';
import { nextAction, type ReadKind } from '../pin/next-action';
import { nextActionSql, startKinds } from '../publish-queue/action-columns';
import { momentAfter } from './publishing.policy';
import { pinStream } from '../pin/pin.stream';
import { expireAttempt, giveUpHeldBack, giveUpWaiting } from './publishing.decider';
import { expireUpload } from '../video/video.decider';
import { originOf } from './append-outcome';
import { refuseClockBehind } from './clock-behind';

export interface PublishingTimersDeps {
  readonly streams: Streams;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly publishQueue: Pick<PublishQueue, 'overdue' | 'givenUp' | 'heldTooLong' | 'readsDue'>;
  readonly clock: Clock;
  readonly monotonic: () => number;
  readonly reconcileAfterMs: readonly number[];
  /** Leaves an item of a task alone for a while; throws an error that is not the item's own. */
  readonly passOver: (task: PublishingTask, item: string, error: unknown) => Promise<void>;
  readonly pause: LoopWait;
  readonly onError: (error: unknown) => void;
}

export const publishingTimersDuty = 'publishing-timers';

const readKinds = ['read_board', 'read_video_status'] as const satisfies readonly ReadKind[];

const marginMs = 2_000;
/** Between two rounds while something is due, beside the least time between two. */
const tickMs = 50;
const heldReadEveryMs = 1_000;
/** Held pins that are given up at once; each is of another account. */
const givenUpAtOnce = 16;
const offerAgainAfterMs = 10_000;

const msUntil = (moment: string) => `extract(epoch from min(${moment}) - statement_timestamp()) * 1000`;

/** Milliseconds until the next of these timers, in SQL. */
export const publishingTimersDue = `least(
  (select ${msUntil('deadline')} + ${marginMs} from read.publish_queue where ${nextActionSql(['expire_attempt', 'expire_upload'])}),
  (select ${msUntil('give_up_at')} from read.publish_queue where ${nextActionSql(startKinds)} and starts > 0),
  (select ${msUntil('next_look_at')} from read.publish_queue where ${nextActionSql(readKinds)}),
  (select ${msUntil('give_up_at')} from read.publish_consent needed
    where exists (select from read.publish_waiting waiting where waiting.account_id = needed.account_id and waiting.ready_pins > 0)))`;

/** Ends attempts whose worker is gone, gives up pins that could not start within a day, also of accounts that need a new consent, and offers the reads of boards and videos that are due; what gets lost is offered again. */
export async function runPublishingTimers(deps: PublishingTimersDeps, { signal }: Leadership): Promise<void> {
  const perf = { now: deps.monotonic };
  // Without a resolution the cache would take the time from a timer of its own.
  const offered = new LRUCache<string, true>({ max: 10_000, ttl: offerAgainAfterMs, ttlResolution: 0, perf });
  const held: HeldRound = { after: null, nextAt: 0 };
  while (!signal.aborted) {
    try {
      for (const call of await deps.publishQueue.overdue(marginMs)) await orPassOver(deps, 'expire', call.pinId, () => expire(deps, call));
      for (const pinId of await deps.publishQueue.givenUp()) await orPassOver(deps, 'give up', pinId, () => giveUp(deps, pinId));
      for (const kind of readKinds) await offer(deps, kind, await deps.publishQueue.readsDue(kind), offered);
      // Last, because it may be slow, and fails while the read model's version before still serves.
      if (deps.monotonic() >= held.nextAt) await giveUpHeldTooLong(deps, held);
    } catch (error) {
      deps.onError(error);
      // What was offered while the database was away has failed at its worker.
      if (isDatabaseUnavailable(error)) offered.clear();
    }
    await deps.pause(tickMs, signal);
  }
}

async function offer(
  { queue }: PublishingTimersDeps,
  kind: ReadKind,
  reads: readonly DueRead[],
  offered: LRUCache<string, true>,
): Promise<void> {
  for (const { pinId, attempt, dueAt } of reads) {
    const key = `${kind} ${pinId} ${attempt} ${dueAt}`;
    if (offered.has(key)) continue;
    await queue.offer({ kind: readTasks[kind], id: pinId, attributes: { attempt: String(attempt) } });
    offered.set(key, true);
  }
}

/** One that fails must not keep the others: it is reported, and tried again after growing waits. */
async function orPassOver(deps: PublishingTimersDeps, task: PublishingTask, pinId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await deps.passOver(task, pinId, error);
    deps.onError(error);
  }
}

async function giveUp({ streams, clock }: PublishingTimersDeps, pinId: string): Promise<void> {
  const { state: pin } = await streams.load(pinStream, pinId);
  const at = clock();
  if (pin.kind !== 'pin' || giveUpWaiting({ at: at.toISOString() }, pin).length === 0) return;
  await streams.decide(pinStream, pinId, originOf(pin, at), (state) => giveUpWaiting({ at: at.toISOString() }, state));
}

interface HeldRound {
  /** The account that the next look begins behind. */
  after: string | null;
  /** On the monotonic clock. */
  nextAt: number;
}

/** One pin of each account a second, about as they would have gone out: who connects the account meanwhile finds the others still waiting. */
async function giveUpHeldTooLong(deps: PublishingTimersDeps, round: HeldRound): Promise<void> {
  try {
    const { pins, next } = await deps.publishQueue.heldTooLong(round.after);
    round.after = next;
    await mapLimited(givenUpAtOnce, pins, (held) => orPassOver(deps, 'give up', held.pinId, () => giveUpHeld(deps, held)));
  } finally {
    // Counted from the end of a round, even of one that failed, so that the other timers run in between.
    round.nextAt = deps.monotonic() + heldReadEveryMs;
  }
}

async function giveUpHeld({ streams, clock }: PublishingTimersDeps, { pinId, accountId }: HeldPin): Promise<void> {
  const { state: account } = await streams.load(connectionStream, accountId);
  // Connected again, or revoked, since the read model was written.
  if (account.kind === 'absent' || account.revokedAt !== null || account.reconnectRequiredAt === null) return;
  const { state: pin } = await streams.load(pinStream, pinId);
  if (pin.kind !== 'pin' || pin.accountId !== accountId) return;
  const at = clock();
  const command = { at: at.toISOString(), neededSince: account.reconnectRequiredAt };
  if (giveUpHeldBack(command, pin).length === 0) return;
  await streams.decide(pinStream, pinId, originOf(pin, at), (state) => giveUpHeldBack(command, state));
}

async function expire(deps: PublishingTimersDeps, { pinId, attempt: overdue }: OpenCall): Promise<void> {
  const { state: pin } = await deps.streams.load(pinStream, pinId);
  if (pin.kind !== 'pin') return;
  const now = deps.clock();
  const action = nextAction(pin);
  const isOpen = action?.kind === 'expire_attempt' || action?.kind === 'expire_upload';
  if (isOpen && action.attempt === overdue) refuseClockBehind(momentAfter(new Date(action.at), marginMs), now);
  const at = now.toISOString();
  const attempt = { at, marginMs, reconcileAfterMs: deps.reconcileAfterMs };
  const upload = { at, marginMs, retryAt: at };
  await deps.streams.decide(pinStream, pinId, originOf(pin, now), (state) => [
    ...expireAttempt(attempt, state),
    ...expireUpload(upload, state),
  ]);
}
