import { pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import { newId, type Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import type { WorkItem, WorkQueue } from '@pps/work-queue';
import { batchesOf } from './batches';
import { findDueDeliveries } from './find-due-deliveries';
import { roundRobin } from './round-robin';
import { offers, type Batch } from '../deliveries/offers.store';
import { deleteOldResponses } from '../deliveries/attempt-responses.store';

export interface WebhookDispatcherDeps {
  readonly db: Database;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly clock: Clock;
  /** Waits for so many milliseconds, or until a projection has projected something. */
  readonly progress: (ms: number) => Promise<void>;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

const maxBatchesOut = 128;
const pauseMs = 100;
const pauseAfterFailureMs = 2_000;
const deleteIntervalMs = 3_600_000;

/** Offers due deliveries to the workers while this process leads: projects in round robin, at most two batches of a webhook at once. */
export async function runWebhookDispatcher(deps: WebhookDispatcherDeps, { signal }: Leadership): Promise<void> {
  const dispatch = createDispatchRound(deps);
  let sweptAt = -Infinity;
  while (!signal.aborted) {
    try {
      await dispatch();
      if (performance.now() - sweptAt > deleteIntervalMs) {
        await deleteExpired(deps);
        sweptAt = performance.now();
      }
      await deps.progress(pauseMs);
    } catch (error) {
      deps.log('warn', 'deliveries of webhooks wait', { error: String(error) });
      await pause(pauseAfterFailureMs, signal);
    }
  }
}

/** A function that runs one round: it offers what is due and fits, and gives the number of batches. Rounds must not overlap. */
export function createDispatchRound({ db, queue, clock }: Pick<WebhookDispatcherDeps, 'db' | 'queue' | 'clock'>): () => Promise<number> {
  let lastProject = '';
  return async () => {
    const now = clock();
    const { deliveries, batchesOut } = await findDueDeliveries(db, now);
    const chosen = roundRobin(
      batchesOf(deliveries, newId),
      ({ projectId }) => projectId,
      lastProject,
      Math.max(0, maxBatchesOut - batchesOut),
    );
    lastProject = chosen.at(-1)?.projectId ?? lastProject;
    // Stored before they are offered, so that a crash between the two cannot offer a delivery twice.
    await offers.save(db, chosen, now);
    await Promise.all(chosen.map((batch) => queue.offer(workOf(batch))));
    return chosen.length;
  };
}

async function deleteExpired({ db, clock }: WebhookDispatcherDeps): Promise<void> {
  await offers.deleteExpired(db, clock());
  await deleteOldResponses(db, clock());
}

const workOf = ({ batchId }: Batch): WorkItem => ({ kind: 'deliver', id: batchId, attributes: {} });
