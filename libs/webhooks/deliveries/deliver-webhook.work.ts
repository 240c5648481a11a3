import { OutstandingTasks } from '@pps/concurrency';
import type { EventStore } from '@pps/event-store';
import { passOver, type Database } from '@pps/read-store';
import type { WorkItem } from '@pps/work-queue';
import { loadCredentials } from '../messages/credentials';
import { webhookStream } from '../subscriptions/webhook.stream';
import { openEndpoint } from '../targets/endpoint.client';
import { BatchRequests } from './batch-requests';
import { callWebhook, type CallWebhookDeps, type WebhookReceiver } from './call-webhook';
import { openDeliveringProcess, type DeliveringProcess } from './delivering-process';
import { updateEndpointHealth } from './endpoint-health';
import { deliveringTask, offers, postponedForMs, type Offer } from './offers.store';
import { prepareDeliveries, type PreparedDelivery } from './prepare-deliveries';
import { hasSucceeded, type RecordAttemptDeps, type RecordedOutcome } from './record-delivery-outcome';

export interface DeliverWebhookDeps extends CallWebhookDeps, RecordAttemptDeps {
  readonly store: Pick<EventStore, 'read'>;
  /** Told of a delivery that could not be made for a reason that is not its endpoint's. */
  readonly onError: (error: unknown) => void;
}

const maxBatchMs = 5_000;
const mostAtOnce = 8;
/** Of all batches of a process: they share its connections to the database, and the log must answer each append within seconds. */
const mostUnrecorded = 128;
/** A claim holds 18 s, a call takes 15 s at most: one that began later might be made again by another worker. */
const claimUsableMs = 2_000;
/** As many are claimed together as begin within so long at the pace of those before: the claims of others would be given back. */
const groupMs = 800;

interface Receiver extends WebhookReceiver {
  /** How long a delivery took lately; null where it is not known whether the endpoint answers. */
  readonly tookMs: number | null;
}

interface Sending extends Receiver {
  readonly records: OutstandingTasks;
  readonly recorded: (RecordedOutcome | null)[];
  readonly process: DeliveringProcess;
}

const atOnce = ({ unrecorded }: DeliveringProcess): number => (unrecorded < mostUnrecorded ? mostAtOnce : 1);

/** Makes a batch's deliveries, until its endpoint fails or 5 s have passed; the remaining ones are due again at once. */
export function deliverWebhook(deps: DeliverWebhookDeps): (work: WorkItem) => Promise<void> {
  const process = openDeliveringProcess(deps);
  return async (work) => {
    try {
      await deliverBatch(deps, await process.findBatch(work.id), process);
    } finally {
      await process.returnUnclaimed(work.id);
    }
  };
}

/** Batches with deliveries that were offered and not begun, for who looks himself. */
export const findDueBatches =
  (db: Database) =>
  async (limit: number, lostAfterMs: number): Promise<WorkItem[]> =>
    (await offers.findUnclaimedBatches(db, limit, lostAfterMs)).map((id) => ({ kind: 'deliver', id, attributes: {} }));

/**
 * Makes deliveries of one webhook one after another, until its endpoint fails or may not be called now, or 5 s have passed. While it answers fast,
 * up to eight are prepared and claimed together, and as many outcomes are recorded while the next message goes out: a worker that dies leaves
 * these to be sent again.
 */
async function deliverBatch(deps: DeliverWebhookDeps, offered: readonly Offer[], process: DeliveringProcess): Promise<void> {
  const receiver = await findReceiver(deps, offered, process);
  if (!receiver) return;
  const sending: Sending = { ...receiver, records: new OutstandingTasks(() => atOnce(process)), recorded: [], process };
  let tookMs: number | null = null;
  try {
    tookMs = await sendAll(deps, sending, offered);
  } finally {
    if (tookMs === null) receiver.connection.close();
    else process.idle.add({ ...receiver, tookMs });
    await sending.records.settled();
  }
  const health = { ...deps, endFailures: process.endFailures };
  for (const outcome of newestOfEach(sending.recorded)) await updateEndpointHealth(health, receiver.webhook, outcome, outcome.origin);
}

/** The webhook and what its messages are made and sent with; null, and the offers are left alone for some time, when nothing can be sent. */
async function findReceiver(deps: DeliverWebhookDeps, offered: readonly Offer[], process: DeliveringProcess): Promise<Receiver | null> {
  const { db, clock, live, vault } = deps;
  const [first] = offered;
  if (!first) return null;
  try {
    const { state: webhook } = await live.get(webhookStream, first.webhookId);
    if (webhook.kind !== 'active') {
      await process.claim({ offered, forMs: postponedForMs });
      return null;
    }
    const now = clock();
    const idle = process.idle.take(webhook, now);
    if (idle) return idle;
    const credentials = await loadCredentials(vault, webhook, now);
    if (credentials) return { webhook, credentials, connection: openEndpoint(), tookMs: null };
  } catch (error) {
    for (const offer of offered) await passOverDelivery(deps, offer, error);
    return null;
  }
  // They were replaced since the webhook was read, or its owner was forgotten: it is tried again soon, then less and less often.
  for (const { deliveryId } of offered) await passOver(db, deliveringTask, deliveryId, new Error('its secret is gone'));
  return null;
}

/** Gives how long each delivery took lately; null when the endpoint failed, may not be called now, or has not been. */
async function sendAll(deps: DeliverWebhookDeps, sending: Sending, offered: readonly Offer[]): Promise<number | null> {
  const { db, store } = deps;
  const { process } = sending;
  const endMs = performance.now() + maxBatchMs;
  const requests = new BatchRequests(store);
  let waiting = offered;
  // An endpoint that has not just answered may fail at the first delivery: then nothing else is read for it.
  let { tookMs } = sending;
  let readsAhead = tookMs !== null;
  while (waiting.length > 0 && performance.now() < endMs) {
    const groupSize = Math.min(fittingGroup(tookMs), atOnce(process));
    const group = waiting.slice(0, groupSize);
    const next = readsAhead ? waiting.slice(groupSize) : [];
    readsAhead = true;
    const prepared = await prepareGroup(deps, process, requests, group, next);
    // After everything that may wait: while the store elects a leader, a read may take as long as a claim holds.
    const { deliveryIds, at, atMs } = await process.claim({ offered: offersOf(prepared) });
    const own = prepared.filter(({ offer }) => deliveryIds.has(offer.deliveryId));
    const { begun, goesOn } = await sendGroup(deps, sending, own, atMs + claimUsableMs);
    const released = offersOf(own.slice(begun));
    await offers.release(db, released, at);
    if (!goesOn) return null;
    waiting = [...released, ...waiting.slice(group.length)];
    if (begun > 0) tookMs = (performance.now() - atMs) / begun;
  }
  return tookMs;
}

/** How many begin in time where each takes so long; one where that is not known. */
const fittingGroup = (tookMs: number | null): number => (tookMs === null ? 1 : Math.max(1, Math.floor(groupMs / Math.max(1, tookMs))));

/** Of these what waits for its attempt; what does not, or cannot be made, is left alone for some time. */
async function prepareGroup(
  deps: DeliverWebhookDeps,
  process: DeliveringProcess,
  requests: BatchRequests,
  group: readonly Offer[],
  next: readonly Offer[],
): Promise<readonly PreparedDelivery[]> {
  const { deliveries, outdated, failed } = await prepareDeliveries({ streams: deps.streams, requests }, group, next);
  if (outdated.length > 0) await process.claim({ offered: outdated, forMs: postponedForMs });
  for (const { offer, error } of failed) await passOverDelivery(deps, offer, error);
  return deliveries;
}

/** Sends one after another while the claims are usable. Gives how many it has begun with, and whether the others may follow. */
async function sendGroup(deps: DeliverWebhookDeps, sending: Sending, group: readonly PreparedDelivery[], usableUntilMs: number) {
  let begun = 0;
  for (const delivery of group) {
    if (performance.now() > usableUntilMs) break;
    begun += 1;
    const goesOn = await send(deps, sending, delivery).catch((error: unknown) => passOverDelivery(deps, delivery.offer, error));
    if (!goesOn || sending.records.hasFailed) return { begun, goesOn: false };
  }
  return { begun, goesOn: true };
}

/** False when the endpoint failed, or may not be called now. */
async function send(deps: DeliverWebhookDeps, sending: Sending, delivery: PreparedDelivery): Promise<boolean> {
  const { webhook, records, recorded, process } = sending;
  const startedAt = deps.clock();
  const startedMs = performance.now();
  const result = await callWebhook(deps, sending, delivery.message, startedAt);
  if (result.kind === 'not permitted') {
    await offers.postpone(deps.db, delivery.offer, deps.clock());
    return false;
  }
  const durationMs = Math.round(performance.now() - startedMs);
  const attempt = { webhook, delivery, startedAt, endedAt: deps.clock(), durationMs, result };
  const index = recorded.push(null) - 1;
  await records.add(async () => {
    process.unrecorded += 1;
    try {
      recorded[index] = await process.recordOutcome(attempt);
    } catch (error) {
      await passOverDelivery(deps, delivery.offer, error);
    } finally {
      process.unrecorded -= 1;
    }
  });
  return hasSucceeded(attempt);
}

/** The newest success, then the failure that ended the batch, if there are. */
function newestOfEach(recorded: readonly (RecordedOutcome | null)[]): readonly RecordedOutcome[] {
  const outcomes = recorded.filter((outcome) => outcome !== null);
  const success = outcomes.findLast(({ succeeded }) => succeeded);
  const failure = outcomes.find(({ succeeded }) => !succeeded);
  return [success, failure].filter((outcome) => outcome !== undefined);
}

/** A delivery that cannot be made, for a reason that is not its endpoint's, must not keep the others of its webhook. */
async function passOverDelivery({ db, onError }: DeliverWebhookDeps, { deliveryId }: Offer, error: unknown): Promise<true> {
  await passOver(db, deliveringTask, deliveryId, error);
  onError(error);
  return true;
}

const offersOf = (deliveries: readonly PreparedDelivery[]): readonly Offer[] => deliveries.map(({ offer }) => offer);
