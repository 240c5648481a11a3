import { pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import { newId, type Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import type { Work, WorkQueue } from '@pps/work-queue';
import { batchesOf } from './batches';
import { dueDeliveries } from './due-deliveries';
import { roundRobin } from './round-robin';
import { offers, type Batch } from './offers.store';
import { forgetOldResponses } from './attempt-responses.store';

export interface WebhookDispatcherDeps {
  readonly db: Database;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly clock: Clock;
  /** Waits for so many milliseconds, less when some projection has moved on. */
  readonly progress: (ms: number) => Promise<void>;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

const mostOut = 128;
const pauseMs = 100;
const pauseAfterFailureMs = 2_000;
const sweepEveryMs = 3_600_000;

/** Hands what is due to the workers for as long as this process leads; workspaces take turns, and one webhook has two slots. */
export async function runWebhookDispatcher(deps: WebhookDispatcherDeps, { signal }: Leadership): Promise<void> {
  const dispatch = webhookDispatcher(deps);
  let sweptAt = -Infinity;
  while (!signal.aborted) {
    try {
      await dispatch();
      if (performance.now() - sweptAt > sweepEveryMs) {
        await sweep(deps);
        sweptAt = performance.now();
      }
      await deps.progress(pauseMs);
    } catch (error) {
      deps.log('warn', 'deliveries of webhooks wait', { error: String(error) });
      await pause(pauseAfterFailureMs, signal);
    }
  }
}

/** One round at a time: offers what is due and fits, and answers how many batches that was. */
export function webhookDispatcher({ db, queue, clock }: Pick<WebhookDispatcherDeps, 'db' | 'queue' | 'clock'>): () => Promise<number> {
  let lastProject = '';
  return async () => {
    const now = clock();
    const { deliveries, outCount } = await dueDeliveries(db, now);
    const chosen = roundRobin(batchesOf(deliveries, newId), ({ projectId }) => projectId, lastProject, Math.max(0, mostOut - outCount));
    lastProject = chosen.at(-1)?.projectId ?? lastProject;
    // Remembered first: what is offered and not remembered would be offered twice.
    await offers.make(db, chosen, now);
    await Promise.all(chosen.map((batch) => queue.offer(workOf(batch))));
    return chosen.length;
  };
}

async function sweep({ db, clock }: WebhookDispatcherDeps): Promise<void> {
  await offers.sweep(db, clock());
  await forgetOldResponses(db, clock());
}

const workOf = ({ batchId }: Batch): Work => ({ kind: 'deliver', id: batchId, attributes: {} });
