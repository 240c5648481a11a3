import { mapLimited, pause } from '@pps/concurrency';
import { decode, type Streams, type EventStore, type LiveStates, type Origin } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import { isPassedOver, passOver, type Database } from '@pps/read-store';
import { isPresentEpoch } from '@pps/workspaces/events';
import { deliveryStream, requestRedelivery } from '../deliveries/delivery.stream';
import { outboxStream } from '../outbox/outbox.stream';
import { systemOriginOf, webhookStream } from '../subscriptions/webhook.stream';
import { isInPeriod } from './find-period';
import { advanceReplay, replayStream } from './replay.stream';

export interface ReplayPortionDeps {
  readonly db: Database;
  readonly store: Pick<EventStore, 'read'>;
  readonly streams: Streams;
  readonly live: LiveStates;
  readonly clock: Clock;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

export interface WebhookReplayDeps extends ReplayPortionDeps {
  /** Resolves when something was projected that concerns deliveries or replays, or after so many milliseconds, or when the signal aborts. */
  readonly progress: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Task under which replays that cannot go on are passed over. */
const replayingTask = 'replay';
const replaysPerRound = 64;
const deliveriesPerPortion = 100;
const maxConcurrent = 8;
/** A webhook that has so many deliveries due is given no more of its replay for now, so that its new events wait behind few. */
const mostDue = 200;
/** Between two rounds of portions. */
const pauseMs = 250;
/** Where none runs, a new one tells of itself. */
const idleMs = 2_000;
const pauseAfterFailureMs = 2_000;

/** Milliseconds until a replay goes on, in SQL. */
export const webhookReplaysDue = `case when exists (select from read.webhook_replay where status = 'running') then 0 end`;

/** Works replays off while this process leads: of each running one a portion in turn, those first that waited longest. */
export async function runWebhookReplays(deps: WebhookReplayDeps, { signal }: Leadership): Promise<void> {
  while (!signal.aborted) {
    try {
      const running = await findRunningReplays(deps);
      for (const webhookId of running) {
        if (signal.aborted) return;
        await replayPortion(deps, webhookId).catch((error: unknown) => passOverReplay(deps, webhookId, error));
      }
      await (running.length > 0 ? pause(pauseMs, signal) : deps.progress(idleMs, signal));
    } catch (error) {
      deps.log('warn', 'replays of webhooks wait', { error: String(error) });
      await pause(pauseAfterFailureMs, signal);
    }
  }
}

async function findRunningReplays({ db, clock }: ReplayPortionDeps): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { webhook_id: string }[] }>(
    `select replay.webhook_id from read.webhook_replay replay
     where replay.status = 'running' and not ${isPassedOver(replayingTask, 'replay.webhook_id::text')}
       and (select count(*) from (
         select 1 from read.webhook_delivery delivery
         join read.webhook_delivery_target target on target.webhook_id = delivery.webhook_id and target.is_enabled
         where delivery.status = 'pending' and delivery.webhook_id = replay.webhook_id and delivery.next_attempt_at <= :now
         limit :mostDue) due) < :mostDue
     order by replay.position limit :limit`,
    { now: clock(), mostDue, limit: replaysPerRound },
  );
  return rows.map(({ webhook_id: id }) => id);
}

/** A replay that cannot go on, for a reason of its own, must not keep the others. */
async function passOverReplay({ db, log }: ReplayPortionDeps, webhookId: string, error: unknown): Promise<void> {
  await passOver(db, replayingTask, webhookId, error);
  log('warn', 'a replay of a webhook waits', { webhookId, error: String(error) });
}

/**
 * Makes the next deliveries of a webhook's running replay due and records how far it has come. After a crash in between the portion is repeated:
 * each delivery knows the last replay that made it due.
 */
export async function replayPortion(deps: ReplayPortionDeps, webhookId: string): Promise<void> {
  const { streams, store, live } = deps;
  const { state } = await streams.load(replayStream, webhookId);
  if (state.kind !== 'running') return;
  const { state: webhook } = await streams.load(webhookStream, webhookId);
  const { replayId, endRevision } = state;
  const count = Math.min(deliveriesPerPortion, endRevision - state.nextRevision);
  const nextRevision = state.nextRevision + count;
  if (webhook.kind !== 'active' || !(await isPresentEpoch(live, webhook))) {
    return recordProgress(deps, webhookId, { replayId, nextRevision: endRevision });
  }
  const origin = systemOriginOf(webhook, deps.clock());
  const facts = await store.read(`${outboxStream.category}-${webhookId}`, state.nextRevision, count);
  const [since, until] = [new Date(state.since), new Date(state.until)];
  const requests = facts.flatMap((fact) => decode(outboxStream, fact)?.data ?? []);
  const deliveryIds = requests.filter(({ occurredAt }) => isInPeriod(occurredAt, since, until)).map(({ deliveryId }) => deliveryId);
  // As of now, not of the request: events that happened meanwhile are not to wait behind the whole replay.
  const command = { trigger: 'replay', replayId, at: origin.occurredAt } as const;
  await mapLimited(maxConcurrent, deliveryIds, (id) =>
    streams.decide(deliveryStream, id, origin, (delivery) => requestRedelivery(command, delivery)),
  );
  await recordProgress(deps, webhookId, { replayId, nextRevision }, origin);
}

async function recordProgress(
  { streams, clock }: ReplayPortionDeps,
  webhookId: string,
  progress: { readonly replayId: string; readonly nextRevision: number },
  origin: Origin = { actor: { type: 'system' }, occurredAt: clock().toISOString() },
): Promise<void> {
  await streams.decide(replayStream, webhookId, origin, (state) => advanceReplay({ ...progress, at: origin.occurredAt }, state));
}
