import { groupCalls } from '@pps/concurrency';
import { causedBy, type Origin, type Streams } from '@pps/event-store';
import { retryAfterSeconds, type Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { systemOriginOf, type ActiveWebhook } from '../subscriptions/webhook.stream';
import type { AttemptResult } from './attempt-delivery';
import { saveResponses, type AttemptResponse } from './attempt-responses.store';
import { captureError, type Captured } from './batch-requests';
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

const mostTogether = 128;

/**
 * A function that records what came of an attempt: of those that end at once, or while others are recorded, the responses by one statement and the facts by
 * one call of the log. It gives null when that attempt was recorded before; one that cannot be recorded throws for itself alone.
 */
export function groupOutcomes(deps: RecordAttemptDeps): (attempt: MadeAttempt) => Promise<RecordedOutcome | null> {
  const record = groupCalls<MadeAttempt, Captured<RecordedOutcome | null>>(async (attempts) => {
    await saveResponses(deps.db, attempts.flatMap(responseTo));
    return Promise.all(attempts.map((attempt) => captureError(appendOutcome(deps, attempt))));
  }, mostTogether);
  return async (attempt) => {
    const recorded = await record(attempt);
    if ('error' in recorded) throw recorded.error;
    return recorded.value;
  };
}

const responseTo = ({ delivery, endedAt: at, result }: MadeAttempt): AttemptResponse[] =>
  result.kind === 'answered' ? [{ deliveryId: delivery.message.deliveryId, n: delivery.offer.attempt, body: result.responseBody, at }] : [];

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
