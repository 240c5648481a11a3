import type { CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/read-store';
import type { WorkQueue } from '@pps/work-queue';
import { LRUCache } from 'lru-cache';
import type { OpenCall, PublishQueue } from '../pacing/publish-queue';
import { pinStream } from '../pin-stream';
import { expireAttempt } from '../publishing.decider';
import { originOf } from './origin';

export interface PublishingTimersDeps {
  readonly runner: CommandRunner;
  readonly queue: WorkQueue;
  readonly publishQueue: PublishQueue;
  readonly clock: Clock;
  readonly reconcileAfterMs: readonly number[];
  readonly pause: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export const publishingTimersDuty = 'publishing-timers';

const marginMs = 2_000;
const tickMs = 250;
const offerAgainAfterMs = 10_000;

/** Ends attempts whose worker is gone and offers the looks that are due; what gets lost is offered again. */
export async function runPublishingTimers(deps: PublishingTimersDeps, { signal }: Leadership): Promise<void> {
  const offered = new LRUCache<string, true>({ max: 10_000, ttl: offerAgainAfterMs });
  while (!signal.aborted) {
    try {
      for (const call of await deps.publishQueue.overdue(marginMs)) await expire(deps, call);
      for (const { pinId, attempt, dueAt } of await deps.publishQueue.looksDue()) {
        const key = `${pinId} ${attempt} ${dueAt}`;
        if (offered.has(key)) continue;
        await deps.queue.offer({ kind: 'reconcile', id: pinId, attributes: { attempt: String(attempt) } });
        offered.set(key, true);
      }
    } catch (error) {
      deps.onError(error);
    }
    await deps.pause(tickMs);
  }
}

async function expire(deps: PublishingTimersDeps, { pinId }: OpenCall): Promise<void> {
  const { state: pin } = await deps.runner.load(pinStream, pinId);
  if (pin.kind !== 'pin') return;
  const at = deps.clock();
  const command = { at: at.toISOString(), marginMs, reconcileAfterMs: deps.reconcileAfterMs };
  await deps.runner.run(pinStream, pinId, originOf(pin, at), (state) => expireAttempt(command, state));
}
