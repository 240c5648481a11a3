import { causedBy, type Origin, type Streams } from '@pps/event-store';
import { retryAfterSeconds, type Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { systemOriginOf, type ActiveWebhook } from '../subscriptions/webhook.stream';
import type { AttemptResult } from './attempt-delivery';
import { saveResponse } from './attempt-responses.store';
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
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly result: Exclude<AttemptResult, { readonly kind: 'not permitted' }>;
}

export interface RecordedOutcome extends EndpointOutcome {
  readonly origin: Origin;
}

/** Whether the endpoint took the message. */
export const hasSucceeded = ({ result }: MadeAttempt): boolean => result.kind === 'answered' && isSuccess(result.statusCode);

/** Appends what came of an attempt; null when that attempt was recorded before. */
export async function recordAttemptOutcome(
  deps: RecordAttemptDeps,
  webhook: ActiveWebhook,
  { offer, message, cause }: PreparedDelivery,
  attempt: MadeAttempt,
): Promise<RecordedOutcome | null> {
  const at = deps.clock();
  const origin: Origin = cause ? causedBy(cause, at) : systemOriginOf(webhook, at);
  const { result } = attempt;
  const answered = result.kind === 'answered' ? result : null;
  const retryAfter = retryAfterSeconds(answered?.retryAfter, at);
  if (answered) await saveResponse(deps.db, message.deliveryId, offer.attempt, answered.responseBody, at);
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
