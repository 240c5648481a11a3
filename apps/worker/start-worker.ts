import type { Clock } from '@pps/kernel';
import { checkMailServer } from '@pps/mail';
import type { HostContext, RunningHost } from '@pps/runtime';
import type { WorkItem, WorkKind } from '@pps/work-queue';
import { hostKeys } from '../foundation/host-keys';
import { onOwnParts } from '../foundation/on-own-parts';
import type { OpenLog, Parts } from '../foundation/open-parts';
import { findDueItems } from './find-due-items';
import { workHandlers } from './work-handlers';

const mailConcurrency = 4;
const reconcileConcurrency = 4;
const videoConcurrency = 4;
/** An endpoint that lets us wait holds a connection and nothing else. */
const waitingDeliveries = { afterMs: 100, max: 512 };

/** Handles work items of every kind; any number of workers may run. */
export async function startWorker(context: HostContext, clock?: Clock, openLog?: OpenLog): Promise<RunningHost> {
  return onOwnParts(context, { keys: hostKeys.worker, clock, openLog }, startWorkerOn);
}

/** The same on parts that others may share; stopping it leaves them open. */
export async function startWorkerOn(parts: Parts, { config, logger }: HostContext): Promise<RunningHost> {
  await parts.live.start();
  const ending = new AbortController();
  const handlers = workHandlers(parts);
  const due = findDueItems(parts);
  // It goes on without: mails wait and are tried again.
  if (config.SMTP_URL)
    checkMailServer(config.SMTP_URL).catch((error: unknown) => {
      if (!ending.signal.aborted)
        logger.warn({ setting: 'SMTP_URL', reason: reasonOf(error) }, `SMTP_URL cannot be used now: ${reasonOf(error)}`);
    });
  const concurrency: Readonly<Record<WorkKind, number>> = {
    publish: config.WORKER_CONCURRENCY,
    video: videoConcurrency,
    reconcile: reconcileConcurrency,
    deliver: config.WEBHOOK_CONCURRENCY,
    mail: mailConcurrency,
  };
  const taking = (Object.entries(handlers) as [WorkKind, (work: WorkItem) => Promise<void>][]).map(([kind, handle]) =>
    parts.queue.take(kind, {
      concurrency: concurrency[kind],
      ...(kind === 'deliver' && { handOff: waitingDeliveries }),
      signal: ending.signal,
      handle,
      ...due[kind],
      onError: (error) => logger.error({ err: error, kind }, 'work failed; it is offered again while it is pending'),
    }),
  );
  return {
    stop: async () => {
      ending.abort();
      await Promise.all(taking);
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 300);
