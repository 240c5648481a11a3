import type { Vault } from '@pps/vault';
import { causedBy, type CommandRunner, type EventStore, type LiveStates, type Origin, type RecordedFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { attemptDelivery, type AttemptResult } from './attempt';
import { keepResponse } from './attempt-responses.store';
import { awaitsAttempt, isSuccess, recordAttempt, type DeliveryState } from './delivery.decider';
import { deliveryStream } from './delivery.stream';
import { afterAttempt } from './endpoint-health';
import { headersOf, payloadOf, type WebhookMessage } from './message';
import { offers, type Offer } from './offers.store';
import type { WebhookDeliveryRequested } from '../outbox/outbox.events';
import { outboxStream } from '../outbox/outbox.stream';
import { retryAfterMs } from './retry-after';
import type { ActiveWebhook } from '../subscriptions/webhook.decider';
import { webhookStream } from '../subscriptions/webhook.stream';
import type { Resolve, TargetPolicy } from '../targets/webhook-targets';

export interface DeliverWebhookDeps {
  readonly db: Database;
  readonly store: Pick<EventStore, 'read'>;
  readonly runner: CommandRunner;
  readonly live: LiveStates;
  readonly vault: Pick<Vault, 'get'>;
  readonly clock: Clock;
  readonly targets: TargetPolicy;
  /** In 0..1, for jitter. */
  readonly random: () => number;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

/**
 * Makes one attempt at a delivery and records what came of it. Answers false when the endpoint failed, or nothing may go to it now; a
 * delivery that nobody waits for any more is passed over in silence.
 */
export async function deliverOffer(deps: DeliverWebhookDeps, offer: Offer): Promise<boolean> {
  const { db, runner, clock } = deps;
  const [claimed, delivery, webhook] = await Promise.all([
    offers.claim(db, offer, clock()),
    runner.load(deliveryStream, offer.deliveryId),
    runner.load(webhookStream, offer.webhookId),
  ]);
  if (!claimed) return true;
  if (webhook.state.kind !== 'active' || !awaitsAttempt(delivery.state, offer.attempt)) {
    await offers.giveBack(db, offer, clock());
    return true;
  }
  const request = await requested(deps.store, offer, delivery.state);
  const startedAt = clock();
  const startedMs = performance.now();
  const result = await call(deps, webhook.state, request.message, startedAt);
  if (result.kind === 'not permitted') {
    await offers.giveBack(db, offer, clock());
    return false;
  }
  const timed = { n: offer.attempt, startedAt, durationMs: Math.round(performance.now() - startedMs) };
  await record(deps, webhook.state, request, timed, result);
  return result.kind === 'answered' && isSuccess(result.statusCode);
}

interface Requested {
  readonly message: WebhookMessage;
  readonly cause: RecordedFact | null;
}

/** Throws when the outbox does not hold what was offered. */
async function requested(store: Pick<EventStore, 'read'>, { webhookId, sequence }: Offer, { test }: DeliveryState): Promise<Requested> {
  if (test) return { message: { ...test, sequence: 0 }, cause: null };
  const [cause] = await store.read(`${outboxStream.category}-${webhookId}`, sequence - 1, 1);
  if (!cause) throw new Error(`webhook ${webhookId} has no event ${sequence}`);
  return { message: { ...(cause.data as WebhookDeliveryRequested['data']), sequence: cause.revision + 1 }, cause };
}

/** Whether the webhook is, as of now, still the one that the message was made for, and anything may go to it. */
async function mayGoOut(live: LiveStates, made: ActiveWebhook): Promise<boolean> {
  const head = await live.head();
  const [{ state }, { state: project }] = await Promise.all([
    live.get(webhookStream, made.webhookId, head),
    live.get(projectStream, made.projectId, head),
  ]);
  if (state.kind !== 'active' || state.disabledReason !== null || state.url !== made.url) return false;
  return project.kind === 'created' && project.epoch === state.epoch;
}

async function call(deps: DeliverWebhookDeps, webhook: ActiveWebhook, message: WebhookMessage, at: Date): Promise<AttemptResult> {
  const secrets = await currentSecrets(deps.vault, webhook, at);
  if (!secrets) return { kind: 'not permitted' };
  const body = JSON.stringify(payloadOf(message, webhook.projectId));
  return attemptDelivery({
    url: webhook.url,
    policy: deps.targets,
    headers: headersOf(message, body, secrets, at),
    body,
    permitted: () => mayGoOut(deps.live, webhook),
    ...(deps.resolve && { resolve: deps.resolve }),
    ...(deps.timeoutMs !== undefined && { timeoutMs: deps.timeoutMs }),
  });
}

/** The newest first; null when the webhook's secrets have been forgotten. */
async function currentSecrets(vault: Pick<Vault, 'get'>, webhook: ActiveWebhook, at: Date): Promise<[string, ...string[]] | null> {
  const { secretRef, previousSecret } = webhook;
  const newest = await vault.get<string>(secretRef);
  if (newest === null) return null;
  const holds = previousSecret !== null && Date.parse(previousSecret.validUntil) > at.getTime();
  const previous = holds ? await vault.get<string>(previousSecret.ref) : null;
  return previous === null ? [newest] : [newest, previous];
}

async function record(
  deps: DeliverWebhookDeps,
  webhook: ActiveWebhook,
  { message, cause }: Requested,
  timed: { readonly n: number; readonly startedAt: Date; readonly durationMs: number },
  result: Exclude<AttemptResult, { kind: 'not permitted' }>,
): Promise<void> {
  const at = deps.clock();
  const origin: Origin = cause ? causedBy(cause, at) : originOf(webhook, at);
  const answered = result.kind === 'answered' ? result : null;
  const retryAfter = retryAfterMs(answered?.retryAfter, at);
  if (answered) await keepResponse(deps.db, message.deliveryId, timed.n, answered.responseBody, at);
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
  await afterAttempt(deps, webhook, { succeeded: isSuccess(answered?.statusCode), gone: answered?.statusCode === 410, at }, origin);
}

const originOf = ({ organizationId, projectId, epoch }: ActiveWebhook, at: Date): Origin => ({
  organizationId,
  projectId,
  epoch,
  actor: { type: 'system' },
  occurredAt: at.toISOString(),
});
