import type { StreamType } from '@pps/event-store';
import type { Fact } from '@pps/kernel';

/** `auto`: by the schedule; `manual` and `replay`: requested by the user. */
export type DeliveryTrigger = 'auto' | 'manual' | 'replay';

/** The user requested a test delivery, which stands outside the webhook's sequence. */
export type WebhookTestRequested = Fact<
  'WebhookTestRequested',
  {
    readonly deliveryId: string;
    readonly webhookId: string;
    readonly eventId: string;
    readonly event: string;
    readonly occurredAt: string;
    readonly data: Readonly<Record<string, unknown>>;
  }
>;
/** One delivery attempt was made: what the endpoint answered, or why it did not answer. */
export type WebhookDeliveryAttempted = Fact<
  'WebhookDeliveryAttempted',
  {
    readonly webhookId: string;
    /** Counts from 1 over all attempts of the delivery. */
    readonly n: number;
    readonly startedAt: string;
    readonly durationMs: number;
    /** Absent when no answer came. */
    readonly statusCode?: number;
    /** Why no answer came. */
    readonly error?: string;
    readonly trigger: DeliveryTrigger;
    /** Absent after success and after the last attempt. */
    readonly nextAttemptAt?: string;
  }
>;
/** The endpoint answered with success. */
export type WebhookDelivered = Fact<'WebhookDelivered', { readonly at: string }>;
/** Every attempt of the schedule failed; there will be no further one unless a redelivery is requested. */
export type WebhookDeliveryExhausted = Fact<'WebhookDeliveryExhausted', { readonly at: string }>;
/** The user requested a redelivery: of one delivery (`manual`) or of all events of a period (`replay`). */
export type WebhookRedeliveryRequested = Fact<
  'WebhookRedeliveryRequested',
  {
    readonly trigger: 'manual' | 'replay';
    /** The replay that it belongs to; absent for one delivery, and in replays of older releases. */
    readonly replayId?: string;
    readonly at: string;
  }
>;

export type DeliveryFact =
  | WebhookTestRequested
  | WebhookDeliveryAttempted
  | WebhookDelivered
  | WebhookDeliveryExhausted
  | WebhookRedeliveryRequested;

export interface DeliveryState {
  readonly phase: 'pending' | 'delivered' | 'exhausted';
  readonly attempts: number;
  /** Attempts since the delivery, or its last redelivery, was requested. */
  readonly attemptsInSeries: number;
  readonly trigger: DeliveryTrigger;
  readonly test: WebhookTestRequested['data'] | null;
  /** The last replay that made it due. */
  readonly replayId: string | null;
}

const initial: DeliveryState = { phase: 'pending', attempts: 0, attemptsInSeries: 0, trigger: 'auto', test: null, replayId: null };

function evolve(state: DeliveryState, fact: DeliveryFact): DeliveryState {
  switch (fact.type) {
    case 'WebhookTestRequested':
      return { ...initial, trigger: 'manual', test: fact.data };
    case 'WebhookDeliveryAttempted':
      return { ...state, attempts: fact.data.n, attemptsInSeries: state.attemptsInSeries + 1 };
    case 'WebhookDelivered':
      return { ...state, phase: 'delivered' };
    case 'WebhookDeliveryExhausted':
      return { ...state, phase: 'exhausted' };
    case 'WebhookRedeliveryRequested':
      return {
        ...state,
        phase: 'pending',
        attemptsInSeries: 0,
        trigger: fact.data.trigger,
        replayId: fact.data.replayId ?? state.replayId,
      };
  }
}

export interface DeliveryAttemptOutcome {
  readonly webhookId: string;
  readonly n: number;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly durationMs: number;
  readonly statusCode?: number;
  readonly error?: string;
  readonly retryAfterMs?: number;
  /** In 0..1, for the jitter. */
  readonly random: number;
}

export const isSuccess = (statusCode: number | undefined): boolean => statusCode !== undefined && statusCode >= 200 && statusCode < 300;

/** Whether the delivery waits for its n-th attempt, and no worker has made that one. */
export const awaitsAttempt = (state: DeliveryState, n: number): boolean => state.phase === 'pending' && state.attempts + 1 === n;

/** Records an attempt and schedules the next one, or ends the delivery; silent for an attempt that is not the next one. */
export function recordAttempt(outcome: DeliveryAttemptOutcome, state: DeliveryState): DeliveryFact[] {
  if (!awaitsAttempt(state, outcome.n)) return [];
  const { webhookId, n, startedAt, durationMs, statusCode, error, endedAt: at } = outcome;
  const attempted = {
    webhookId,
    n,
    startedAt,
    durationMs,
    ...(statusCode !== undefined && { statusCode }),
    ...(error !== undefined && { error }),
    trigger: state.attemptsInSeries === 0 ? state.trigger : 'auto',
  } as const;
  if (isSuccess(statusCode)) {
    return [
      { type: 'WebhookDeliveryAttempted', data: attempted },
      { type: 'WebhookDelivered', data: { at } },
    ];
  }
  const wait = backoffAfter(state.attemptsInSeries + 1, outcome);
  if (wait === null) {
    return [
      { type: 'WebhookDeliveryAttempted', data: attempted },
      { type: 'WebhookDeliveryExhausted', data: { at } },
    ];
  }
  const nextAttemptAt = new Date(Date.parse(at) + wait).toISOString();
  return [{ type: 'WebhookDeliveryAttempted', data: { ...attempted, nextAttemptAt } }];
}

/** Makes the delivery due; silent when this replay has done so before. */
export function requestRedelivery(command: WebhookRedeliveryRequested['data'], state: DeliveryState): DeliveryFact[] {
  if (command.replayId !== undefined && command.replayId === state.replayId) return [];
  return [{ type: 'WebhookRedeliveryRequested', data: command }];
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Backoff before each attempt of a series, counted from the attempt before. */
const backoffsMs = [0, 5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour];

const jitterShare = 0.2;
const maxRetryAfterMs = 24 * hour;

/** Milliseconds to wait after `made` attempts of a series, with 20 % jitter, and as long as `Retry-After` asked for, within a day; null when no attempt is left. */
function backoffAfter(made: number, { retryAfterMs = 0, random }: DeliveryAttemptOutcome): number | null {
  const step = backoffsMs[made];
  if (step === undefined) return null;
  const jittered = Math.round(step * (1 - jitterShare + 2 * jitterShare * random));
  return Math.max(jittered, Math.min(retryAfterMs, maxRetryAfterMs));
}

/** `webhook_delivery-<deliveryId>`: how one message to one webhook went, attempt by attempt. */
export const deliveryStream: StreamType<DeliveryState, DeliveryFact> = {
  category: 'webhook_delivery',
  decider: { initial, evolve },
  facts: {
    WebhookTestRequested: 1,
    WebhookDeliveryAttempted: 1,
    WebhookDelivered: 1,
    WebhookDeliveryExhausted: 1,
    WebhookRedeliveryRequested: 1,
  },
  sealed: { WebhookTestRequested: ['data'], WebhookDeliveryAttempted: ['error'] },
  snapshot: { version: 1, every: 200 },
};
