import { causedBy, type Origin, type Streams } from '@pps/event-store';
import { retryAfterSeconds, type Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { systemOriginOf, type ActiveWebhook } from '../subscriptions/webhook.stream';
import type { AttemptResult } from './attempt-delivery';
import { saveResponses, type AttemptResponse } from './attempt-responses.store';
import { deliveryStream, isSuccess, recordAttempt } from './delivery.stream';
import type { EndpointOutcome } from './endpoint-health';
import { isUnwritten } from './offers.store';
import type { PreparedDelivery } from './prepare-deliveries';

export interface RecordAttemptDeps {
  readonly db: Database;
  readonly streams: Streams;
  readonly clock: Clock;
  /** Gives a number in 0..1, for jitter. */
  readonly random: () => number;
}

export interface MadeAttempt {
  readonly webhook: ActiveWebhook;
  readonly delivery: PreparedDelivery;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly result: Exclude<AttemptResult, { readonly kind: 'not permitted' }>;
}

export interface RecordedOutcome extends EndpointOutcome {
  readonly origin: Origin;
}

/** Whether the endpoint took the message. */
export const hasSucceeded = ({ result }: Pick<MadeAttempt, 'result'>): boolean =>
  result.kind === 'answered' && isSuccess(result.statusCode);

/**
 * Records what came of an attempt: its response by `saveTogether`, which may fail for another's, and then its fact. Gives null when that attempt was
 * recorded before. Throws where the database or the log is away.
 */
export async function recordDeliveryOutcome(
  deps: RecordAttemptDeps,
  saveTogether: (response: AttemptResponse) => Promise<void>,
  attempt: MadeAttempt,
): Promise<RecordedOutcome | null> {
  const response = responseTo(attempt);
  if (response) await saveTogether(response).catch(() => saveResponses(deps.db, [response]));
  return appendOutcome(deps, attempt);
}

/** Null where there is nothing to save. */
function responseTo({ delivery, endedAt: at, result }: MadeAttempt): AttemptResponse | null {
  if (result.kind !== 'answered' || result.responseBody === '') return null;
  return { deliveryId: delivery.message.deliveryId, n: delivery.offer.attempt, body: result.responseBody, at };
}

async function appendOutcome(deps: RecordAttemptDeps, attempt: MadeAttempt): Promise<RecordedOutcome | null> {
  const { webhook, delivery, endedAt: at, result } = attempt;
  const { offer, message, cause } = delivery;
  const origin: Origin = cause ? causedBy(cause, at) : systemOriginOf(webhook, at);
  const answered = result.kind === 'answered' ? result : null;
  const retryAfter = retryAfterSeconds(answered?.retryAfter, at);
  const outcome = {
    webhookId: webhook.webhookId,
    n: offer.attempt,
    startedAt: attempt.startedAt.toISOString(),
    endedAt: at.toISOString(),
    durationMs: attempt.durationMs,
    ...(answered ? { statusCode: answered.statusCode } : { error: result.kind === 'failed' ? result.error : '' }),
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter * 1_000 }),
    random: deps.random(),
  };
  const fresh = isUnwritten(offer);
  const { facts } = await deps.streams.decide(deliveryStream, message.deliveryId, origin, (state) => recordAttempt(outcome, state), {
    fresh,
  });
  if (facts.length === 0) return null;
  return { succeeded: isSuccess(answered?.statusCode), gone: answered?.statusCode === 410, at, origin };
}
