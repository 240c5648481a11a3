import type { Decider } from '@pps/kernel';
import type { DeliveryFact, DeliveryTrigger, WebhookRedeliveryRequested, WebhookTestRequested } from './delivery.events';
import { backoffAfter } from './delivery-retry.policy';

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

const initial: DeliveryState = { phase: 'pending', attempts: 0, attemptsInSeries: 0, trigger: 'auto', test: null, replayId: null };
export const delivery: Decider<DeliveryState, DeliveryFact> = { initial, evolve };

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
  const wait = backoffAfter(state.attemptsInSeries + 1, outcome, outcome.random);
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
