import { randomUUID } from 'node:crypto';
import { pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import { newId, type Clock } from '@pps/kernel';
import type { Database, LoopWait } from '@pps/read-store';
import type { WorkItem, WorkQueue } from '@pps/work-queue';
import { AnsweringEndpoints } from './answering-endpoints';
import { findBatchesOut, type BatchOut } from './find-batches-out';
import { findDueDeliveries } from './find-due-deliveries';
import { findDueLanes, findDueWebhooks, isAnyDue, type DueInLane } from './find-due-webhooks';
import {
  admitBatches,
  batchesOf,
  fastLane,
  fullProjects,
  occupiedOf,
  slowLane,
  takeRoundRobin,
  unknownAtOnce,
  type Lane,
} from './lanes.policy';
import { offers, type Batch } from '../deliveries/offers.store';
import { forgetOldPins, pinsPerPortion } from '../outbox/outbox-pins.store';
import { deleteOldResponses } from '../deliveries/attempt-responses.store';

export interface WebhookDispatcherDeps {
  readonly db: Database;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly clock: Clock;
  /** How long what endpoints answered is kept; 30 days where it is absent. */
  readonly responsesKeptMs?: number;
  /** Waits for so many milliseconds, or until a projection has projected something. */
  readonly progress: LoopWait;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

/** So many webhooks are looked at for each free place of a lane. */
const webhooksPerPlace = 2;
const pauseMs = 100;
/** After a round the dispatcher rests for so many times as long as that took: a backlog must not have it asking all the time. */
const restPerRound = 2;
const shortestRestMs = 15;
const longestRestMs = 300;
const pauseAfterFailureMs = 2_000;
const deleteIntervalMs = 3_600_000;
const defaultResponsesKeptMs = 30 * 86_400_000;

/** Milliseconds until a delivery may be due, in SQL; 0 while some are with the workers, whose places become free. */
export const webhookDeliveriesDue = `case when exists (select from read.webhook_delivery_target where is_ready and is_enabled and not is_deleted)
  or exists (select from webhooks.offer offer join read.webhook_delivery delivery on delivery.id = offer.delivery_id and delivery.position = offer.position
    where offer.offered_until > :now and delivery.status = 'pending') then 0
  else least(${[true, false].map(firstRetryOfLane).join(', ')}) end`;

/** Offers due deliveries to the workers while this process leads: projects in round robin, within the shares of the lanes. */
export async function runWebhookDispatcher(deps: WebhookDispatcherDeps, { signal }: Leadership): Promise<void> {
  const dispatch = createDispatchRound(deps);
  let sweptAt = -Infinity;
  while (!signal.aborted) {
    try {
      const begunMs = performance.now();
      await dispatch();
      const restMs = Math.min(Math.max(restPerRound * (performance.now() - begunMs), shortestRestMs), longestRestMs);
      if (performance.now() - sweptAt > deleteIntervalMs) {
        // What is left over goes after the next round, so that deliveries do not wait for it.
        if (await deleteExpired(deps)) sweptAt = performance.now();
      }
      await pause(restMs, signal);
      await deps.progress(pauseMs, signal);
    } catch (error) {
      deps.log('warn', 'deliveries of webhooks wait', { error: String(error) });
      await pause(pauseAfterFailureMs, signal);
    }
  }
}

/** A function that runs one round: it offers what is due and fits, and gives the number of batches. Rounds must not overlap. */
export function createDispatchRound(
  { db, queue, clock }: Pick<WebhookDispatcherDeps, 'db' | 'queue' | 'clock'>,
  unknownBatches = unknownAtOnce,
): () => Promise<number> {
  const lastProjects = { fast: '', slow: '' };
  const endpoints = new AnsweringEndpoints();

  async function choose(lane: Lane, name: keyof typeof lastProjects, out: readonly BatchOut[], dueInLane: DueInLane, now: Date) {
    if (!isAnyDue(dueInLane)) return [];
    const isSlow = name === 'slow';
    const occupied = occupiedOf(out, isSlow);
    if (occupied.batches >= lane.size) return [];
    const after = lastProjects[name];
    const { perProject, perWebhook: slotsPerWebhook } = lane;
    const slots = { perProject, slotsPerWebhook, slotsOut: occupied.byWebhook, fullProjects: fullProjects(lane, occupied) };
    const room = lane.size - occupied.batches;
    const isUnknown = ({ webhookId }: { readonly webhookId: string }) => isSlow || !endpoints.has(webhookId);
    const unknownRoom = unknownBatches - out.filter((batch) => batch.isSlow === isSlow && !batch.isBegun && isUnknown(batch)).length;
    if (isSlow && unknownRoom <= 0) return [];
    const due = await findDueWebhooks(db, { isSlow, after, due: dueInLane, ...slots }, randomUUID(), now);
    const beginnable = unknownRoom > 0 ? due : due.filter((webhook) => !isUnknown(webhook));
    const webhooks = takeRoundRobin(beginnable, ({ projectId }) => projectId, after, room * webhooksPerPlace);
    const batches = batchesOf(await findDueDeliveries(db, webhooks, now), newId);
    const inTurn = takeRoundRobin(batches, ({ projectId }) => projectId, after, batches.length);
    const chosen = admitBatches(lane, occupied, inTurn, {
      isUnknown: ({ deliveries: [first] }) => first !== undefined && isUnknown(first),
      room: unknownRoom,
    });
    // With room left, the next round goes on behind all that were looked at: some of them may have nothing that can be made now.
    const last = chosen.length < room ? webhooks : chosen;
    lastProjects[name] = last.at(-1)?.projectId ?? after;
    return chosen;
  }

  return async () => {
    const now = clock();
    const [out, due] = await Promise.all([findBatchesOut(db, now), findDueLanes(db, now)]);
    endpoints.noteOpenBatches(out);
    const chosen = (await Promise.all([choose(fastLane, 'fast', out, due.fast, now), choose(slowLane, 'slow', out, due.slow, now)])).flat();
    if (chosen.length === 0) return 0;
    // Stored before they are offered, so that a crash between the two cannot offer a delivery twice.
    await offers.save(db, chosen, now);
    endpoints.noteOffered(chosen);
    await Promise.all(chosen.map((batch) => queue.offer(workOf(batch))));
    return chosen.length;
  };
}

/** Deletes what has expired, of the outbox's pins one portion; false when there may be more. */
async function deleteExpired({ db, clock, responsesKeptMs = defaultResponsesKeptMs }: WebhookDispatcherDeps): Promise<boolean> {
  await offers.deleteExpired(db, clock());
  await deleteOldResponses(db, clock(), responsesKeptMs);
  return (await forgetOldPins(db, clock())) < pinsPerPortion;
}

function firstRetryOfLane(isSlow: boolean): string {
  return `(select extract(epoch from min(due_at) - :now) * 1000 from read.webhook_delivery_target
    where not is_ready and due_at is not null and is_enabled and not is_deleted and is_slow = ${isSlow})`;
}

const workOf = ({ batchId }: Batch): WorkItem => ({ kind: 'deliver', id: batchId, attributes: {} });
