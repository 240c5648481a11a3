import { randomBytes } from 'node:crypto';
import type { Streams, Origin } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { runProcess, runProjector, setUpProjections } from '@pps/read-store';
import { createLogger, loadConfiguration } from '@pps/runtime';
import {
  deliverWebhook,
  runWebhookDispatcher,
  runWebhookReplays,
  outboxPinTable,
  subscriptionTable,
  webhookOutboxProcess,
} from '@pps/webhooks';
import type { WorkItem } from '@pps/work-queue';
import { projectStream, type ProjectFact } from '@pps/workspaces/events';
import { webhookDeliveriesProjection } from '@pps/webhooks';
import { webhooksProjection } from '@projections/webhooks/webhooks.projection';
import { openParts } from '../../apps/foundation/open-parts';
import { eventually } from '../setup/eventually';
import { freshDatabase } from '../setup/fresh-database';
import { logInMemory } from '../setup/log-in-memory';
import { patientSettings } from '../setup/patient-settings';

const log = (level: string, message: string, fields: object = {}) => {
  if (level === 'error') process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
};

const key = () => randomBytes(32).toString('base64');

/** Longer than any test: an endpoint that a busy machine lets wait has not failed. */
const patientMs = 600_000;
/** A clock that stands is ahead of what is recorded meanwhile, and close enough for receivers, which allow five minutes. */
const aheadOfLogMs = 240_000;

interface WebhookHostOptions {
  /** The clock goes on by itself; else it stands from one `newProject` to the next, and what is due later waits until `advance`. */
  readonly hasRunningClock?: boolean;
}

/** Everything that webhooks need, in this process, on the tests' real parts; work goes straight to the worker's function. */
export async function startWebhookHost({ hasRunningClock = false }: WebhookHostOptions = {}) {
  const logger = createLogger('test', { LOG_LEVEL: 'error' });
  const keys = { MASTER_KEY: key(), JWT_KEY: key(), API_KEY_HASH_KEY: key(), EMAIL_HASH_KEY: key() };
  const settings = { ...keys, ...patientSettings, WEBHOOK_TARGETS: 'any', DATABASE_URL: await freshDatabase() };
  const configuration = loadConfiguration({ ...process.env, ...settings });
  const parts = await openParts(configuration, logger, { openLog: logInMemory() });
  const { db, store, streams, live } = parts;
  await live.start();
  const [stands, ahead] = [{ atMs: Date.now() }, { ms: 0 }];
  const clock = () => new Date((hasRunningClock ? Date.now() : stands.atMs) + ahead.ms);
  const calls = { timeoutMs: patientMs };
  const stop = new AbortController();
  const { signal } = stop;
  const deliver = deliverWebhook({
    ...parts,
    clock,
    targets: 'any',
    random: () => 0.5,
    get timeoutMs() {
      return calls.timeoutMs;
    },
    onError: () => undefined,
  });
  const inHand = new Set<Promise<void>>();
  const queue = {
    offer: async (work: WorkItem) => {
      const task = deliver(work).catch((error: unknown) => log('error', 'work failed', { error: String(error) }));
      inHand.add(task);
      void task.finally(() => inHand.delete(task));
    },
  };
  const progress = async (ms: number, ending?: AbortSignal) => void (await parts.progress.next(ms, ending));
  const outbox = () => webhookOutboxProcess({ store, subscriptions: subscriptionTable(db), pins: outboxPinTable(db), clock });
  const projections = [webhooksProjection, webhookDeliveriesProjection];
  await setUpProjections(db, projections, await store.identity());
  const running = Promise.allSettled([
    runProjector({ db, store, projections, signal, log }),
    runProcess(outbox(), { db, store, signal, log }),
    runWebhookDispatcher({ db, queue, clock, log, progress }, { holder: 'this process', epoch: 1n, signal }),
    runWebhookReplays({ db, store, streams, live, clock, progress, log }, { holder: 'this process', epoch: 1n, signal }),
  ]);

  return {
    ...parts,
    outbox,
    deliver,
    now: clock,
    advance: (ms: number) => void (ahead.ms += ms),
    /** Of calls that begin from now on. */
    timeOutAfter: (ms = patientMs) => void (calls.timeoutMs = ms),
    newProject: () => {
      stands.atMs = Date.now() + aheadOfLogMs;
      return newProject(streams, clock);
    },
    async stop() {
      stop.abort();
      await running;
      await Promise.all(inHand);
      await parts.stop();
    },
  };
}

export type WebhookHost = Awaited<ReturnType<typeof startWebhookHost>>;

async function newProject(streams: Streams, clock: () => Date) {
  const [projectId, organizationId] = [newId(), newId()];
  const at = clock().toISOString();
  const origin: Origin = { projectId, organizationId, epoch: 0, actor: { type: 'system' }, occurredAt: at };
  const created: ProjectFact = {
    type: 'ProjectCreated',
    data: { projectId, organizationId, environment: 'sandbox', name: 'Test', timezone: 'UTC', createdAt: at },
  };
  await streams.decide(projectStream, projectId, origin, () => [created]);
  return { projectId, organizationId, owner: { projectId, epoch: 0 }, origin };
}

export type TestProject = Awaited<ReturnType<typeof newProject>>;

/** Waits until the condition holds; says what did not arrive. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  await eventually(what, async () => (await condition()) || undefined);
}
