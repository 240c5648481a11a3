import type { Vault } from '@pps/vault';
import { causedBy, decode, type CommandRunner, type EventStore, type LiveStates, type Origin, type RecordedFact } from '@pps/event-store';
import { textOrEmpty, type Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { attemptDelivery, type AttemptResult } from './attempt-delivery';
import { saveResponse } from './attempt-responses.store';
import { awaitsAttempt, isSuccess, recordAttempt, type DeliveryState } from './delivery.decider';
import { deliveryStream } from './delivery.stream';
import { updateEndpointHealth } from './endpoint-health';
import { loadCredentials, type MessageCredentials } from '../messages/load-credentials';
import { headersOf, payloadOf, type WebhookMessage } from '../messages/message';
import { offers, postponedForMs, type Offer } from './offers.store';
import { outboxStream } from '../outbox/outbox.stream';
import { retryAfterMs } from './retry-after';
import { maskHeaderValues } from '../subscriptions/custom-headers.policy';
import type { ActiveWebhook } from '../subscriptions/webhook.decider';
import { webhookStream } from '../subscriptions/webhook.stream';
import { systemOriginOf } from '../subscriptions/system-origin';
import type { Resolve, TargetPolicy } from '../targets/target-url';

export interface DeliverWebhookDeps {
  readonly db: Database;
  readonly store: Pick<EventStore, 'read'>;
  readonly runner: CommandRunner;
  readonly live: LiveStates;
  readonly vault: Pick<Vault, 'getMany'>;
  readonly clock: Clock;
  readonly targets: TargetPolicy;
  /** Gives a number in 0..1, for jitter. */
  readonly random: () => number;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** Told of a delivery that could not be made for a reason that is not its endpoint's. */
  readonly onError: (error: unknown) => void;
}

/**
 * Makes one delivery attempt and records its outcome. Gives false when the endpoint failed or may not be called now, so that the caller
 * stops. A delivery that no longer waits for this attempt is skipped, which gives true.
 */
export async function deliverOffer(deps: DeliverWebhookDeps, offer: Offer): Promise<boolean> {
  const { db, runner, clock } = deps;
  const [delivery, webhook] = await Promise.all([
    runner.load(deliveryStream, offer.deliveryId),
    runner.load(webhookStream, offer.webhookId),
  ]);
  if (webhook.state.kind !== 'active' || !awaitsAttempt(delivery.state, offer.attempt)) {
    await offers.claim(db, offer, clock(), postponedForMs);
    return true;
  }
  const request = await loadMessage(deps.store, offer, delivery.state);
  const credentials = await loadCredentials(deps.vault, webhook.state, clock());
  if (!credentials) {
    await offers.claim(db, offer, clock(), postponedForMs);
    return false;
  }
  // Last: while the store elects a leader, a read may take as long as a claim holds.
  if (!(await offers.claim(db, offer, clock()))) return true;
  const startedAt = clock();
  const startedMs = performance.now();
  const answer = await callEndpointOf(deps, webhook.state, request.message, credentials, startedAt);
  if (answer.kind === 'not permitted') {
    await offers.postpone(db, offer, clock());
    return false;
  }
  const result = withoutHeaderValues(answer, credentials);
  const timed = { n: offer.attempt, startedAt, durationMs: Math.round(performance.now() - startedMs) };
  await recordResult(deps, webhook.state, request, timed, result);
  return result.kind === 'answered' && isSuccess(result.statusCode);
}

/** An endpoint may answer with what it was sent. */
const withoutHeaderValues = (result: RecordableResult, { headers }: MessageCredentials): RecordableResult =>
  result.kind === 'answered' ? { ...result, responseBody: maskHeaderValues(result.responseBody, headers) } : result;

type RecordableResult = Exclude<AttemptResult, { kind: 'not permitted' }>;

interface LoadedMessage {
  readonly message: WebhookMessage;
  readonly cause: RecordedFact | null;
}

/** The message to send, and the fact that caused it. Throws when the outbox does not hold the offered event. */
async function loadMessage(
  store: Pick<EventStore, 'read'>,
  { webhookId, sequence }: Offer,
  { test }: DeliveryState,
): Promise<LoadedMessage> {
  if (test) return { message: { ...test, sequence: 0 }, cause: null };
  const [recorded] = await store.read(`${outboxStream.category}-${webhookId}`, sequence - 1, 1);
  const cause = recorded && decode(outboxStream, recorded);
  if (!cause) throw new Error(`webhook ${webhookId} has no event ${sequence}`);
  return { message: { ...cause.data, sequence: cause.revision + 1 }, cause };
}

/** Whether the webhook still is, as of now, the one that the message was made for: enabled, with the same URL, in the present sandbox epoch. */
async function isStillPermitted(live: LiveStates, made: ActiveWebhook): Promise<boolean> {
  const head = await live.head();
  const [{ state }, { state: project }] = await Promise.all([
    live.get(webhookStream, made.webhookId, head),
    live.get(projectStream, made.projectId, head),
  ]);
  if (state.kind !== 'active' || state.disabledReason !== null || state.url !== made.url) return false;
  return project.kind === 'created' && project.epoch === state.epoch;
}

function callEndpointOf(
  deps: DeliverWebhookDeps,
  webhook: ActiveWebhook,
  message: WebhookMessage,
  credentials: MessageCredentials,
  at: Date,
): Promise<AttemptResult> {
  const body = JSON.stringify(payloadOf(message, webhook.projectId));
  return attemptDelivery({
    url: textOrEmpty(webhook.url),
    policy: deps.targets,
    projectId: webhook.projectId,
    headers: headersOf(message, body, credentials, at),
    body,
    isPermitted: () => isStillPermitted(deps.live, webhook),
    ...(deps.resolve && { resolve: deps.resolve }),
    ...(deps.timeoutMs !== undefined && { timeoutMs: deps.timeoutMs }),
  });
}

async function recordResult(
  deps: DeliverWebhookDeps,
  webhook: ActiveWebhook,
  { message, cause }: LoadedMessage,
  timed: { readonly n: number; readonly startedAt: Date; readonly durationMs: number },
  result: RecordableResult,
): Promise<void> {
  const at = deps.clock();
  const origin: Origin = cause ? causedBy(cause, at) : systemOriginOf(webhook, at);
  const answered = result.kind === 'answered' ? result : null;
  const retryAfter = retryAfterMs(answered?.retryAfter, at);
  if (answered) await saveResponse(deps.db, message.deliveryId, timed.n, answered.responseBody, at);
  const outcome = {
    webhookId: webhook.webhookId,
    n: timed.n,
    startedAt: timed.startedAt.toISOString(),
    endedAt: at.toISOString(),
    durationMs: timed.durationMs,
    ...(answered ? { statusCode: answered.statusCode } : { error: result.kind === 'failed' ? result.error : '' }),
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
    random: deps.random(),
  };
  const { facts } = await deps.runner.run(deliveryStream, message.deliveryId, origin, (state) => recordAttempt(outcome, state));
  if (facts.length === 0) return;
  await updateEndpointHealth(deps, webhook, { succeeded: isSuccess(answered?.statusCode), gone: answered?.statusCode === 410, at }, origin);
}
