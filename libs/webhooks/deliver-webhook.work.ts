import { causedBy, type CommandRunner, type EventStore, type LiveStates, type Origin, type RecordedFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Database, Vault } from '@pps/read-store';
import type { Work } from '@pps/work-queue';
import { projectStream } from '@pps/workspaces/events';
import { attemptDelivery, type AttemptResult } from './attempt';
import { keepResponse } from './attempt-responses';
import { awaitsAttempt, deliveryStream, isSuccess, recordAttempt } from './delivery.decider';
import { afterAttempt } from './endpoint-health';
import { headersOf, payloadOf, type WebhookMessage } from './message';
import { offers } from './offers';
import { outboxStream, type WebhookDeliveryRequested } from './outbox.events';
import { retryAfterMs } from './retry-after';
import { webhookStream, type ActiveWebhook } from './webhook.decider';
import type { Resolve, TargetPolicy } from './webhook-targets';

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

/** Makes one attempt at a delivery and records what came of it; silent when nobody waits for that attempt any more. */
export function deliverWebhook(deps: DeliverWebhookDeps): (work: Work) => Promise<void> {
  const { db, live, clock } = deps;
  return async (work) => {
    const { webhookId = '', position = '', attempt = '', sequence = '' } = work.attributes;
    if (!(await offers.claim(db, work.id, position, clock()))) return;
    const { state } = await live.get(deliveryStream, work.id);
    const webhook = await deliverable(live, webhookId);
    const request = state.test
      ? { message: { ...state.test, sequence: 0 }, cause: null }
      : await requested(deps.store, webhookId, sequence);
    if (!webhook || !request || !awaitsAttempt(state, Number(attempt))) return offers.giveBack(db, work.id, position, clock());
    const startedAt = clock();
    const startedMs = performance.now();
    const result = await call(deps, webhook, request.message, startedAt);
    if (result.kind === 'not permitted') return offers.giveBack(db, work.id, position, clock());
    const timed = { n: Number(attempt), startedAt, durationMs: Math.round(performance.now() - startedMs) };
    await record(deps, webhook, request, timed, result);
  };
}

interface Requested {
  readonly message: WebhookMessage;
  readonly cause: RecordedFact | null;
}

async function requested(store: Pick<EventStore, 'read'>, webhookId: string, sequence: string): Promise<Requested | null> {
  const [cause] = await store.read(`${outboxStream.category}-${webhookId}`, Number(sequence) - 1, 1);
  if (!cause) return null;
  return { message: { ...(cause.data as WebhookDeliveryRequested['data']), sequence: cause.revision + 1 }, cause };
}

/** The webhook as of now, if anything may go to it. */
async function deliverable(live: LiveStates, webhookId: string): Promise<ActiveWebhook | null> {
  const head = await live.head();
  const { state } = await live.get(webhookStream, webhookId, head);
  if (state.kind !== 'active' || state.disabledReason !== null) return null;
  const { state: project } = await live.get(projectStream, state.projectId, head);
  return project.kind === 'created' && project.epoch === state.epoch ? state : null;
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
    permitted: async () => (await deliverable(deps.live, webhook.webhookId)) !== null,
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
