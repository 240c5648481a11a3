import { laterMoment } from '@pps/kernel';
import { nextAction } from '../pin/next-action';
import type { DeferralReason, PinErrorCode, PinFact, Uptime } from '../pin/pin.events';
import type { Pin, PinState } from '../pin/pin.state';
import { releasedUnitOf } from '../pin/pin.decider';
import { attemptsAllowed, giveUpAfter, nextReadAfter } from './publishing.policy';

export interface StartAttempt {
  readonly attempt: number;
  readonly at: string;
  readonly deadline: string;
  readonly uptime?: Uptime;
}

/** Starts the next attempt; silent unless the pin waits for the attempt of this number, is due, and has its video at the platform. */
export function startAttempt(command: StartAttempt, state: PinState): readonly PinFact[] {
  if (state.kind !== 'pin' || nextAction(state)?.kind !== 'create_pin' || !isDueForAttempt(command, state)) return [];
  const { attempt, at, deadline, uptime } = command;
  const { fingerprint } = state;
  // By the worker's own clock, however that stands to the others: its uptime belongs to it, and what the board has is looked for since then.
  return [{ type: 'PinPublishAttemptStarted', data: { attempt, startedAt: at, deadline, fingerprint, ...(uptime && { uptime }) } }];
}

/** When a pin came to its end, by the clock of whoever says so: it may be behind that by which the pin was asked for, and the end is shown no earlier. */
const endedAt = (pin: Pin, at: string): string => laterMoment(at, pin.retriedAt ?? pin.queuedAt);

/** Whether the pin waits for the attempt of this number and is due. */
export function isDueForAttempt({ attempt, at }: StartAttempt, pin: Pin): boolean {
  if (pin.phase !== 'waiting' || pin.starts + 1 !== attempt) return false;
  // What was not put off is due at once, also when the clock was set back meanwhile.
  return pin.deferral === null || pin.notBefore <= at;
}

/** How a call ended: a late success closes the pin whatever else has happened; anything else speaks only for its own attempt, as long as no other began. */
export type AttemptOutcome =
  | { readonly kind: 'published'; readonly platformPinId: string; readonly platformUrl: string; readonly publishedAt: string }
  | { readonly kind: 'failed'; readonly errorCode: PinErrorCode; readonly message: string }
  | {
      readonly kind: 'wait';
      readonly reason: DeferralReason;
      readonly message: string;
      readonly nextAttemptAt: string;
      /** The platform blocks the account: its other pins wait as long. */
      readonly isBlock?: true;
    }
  | {
      readonly kind: 'try_again';
      readonly reason: DeferralReason;
      readonly message: string;
      readonly nextAttemptAt: string;
      readonly mediaLost?: true;
      readonly accessRefreshed?: true;
    }
  | { readonly kind: 'unknown'; readonly message: string };

export interface RecordOutcome {
  readonly attempt: number;
  readonly at: string;
  readonly outcome: AttemptOutcome;
  readonly reconcileAfterMs: readonly number[];
}

export function recordOutcome(command: RecordOutcome, state: PinState): readonly PinFact[] {
  if (state.kind !== 'pin' || state.phase === 'published') return [];
  const { attempt, at, outcome } = command;
  if (outcome.kind === 'published') {
    const { platformPinId, platformUrl } = outcome;
    const publishedAt = endedAt(state, outcome.publishedAt);
    return [{ type: 'PinPublished', data: { attempt, platformPinId, platformUrl, publishedAt, via: 'answer' } }];
  }
  if (!isOpenFor(command, state)) return [];
  if (outcome.kind === 'unknown') return [unknown(attempt, outcome.message, at, command.reconcileAfterMs)];
  return [unpublished(state, attempt, at, outcome)];
}

export type Unpublished = Extract<AttemptOutcome, { kind: 'failed' | 'wait' | 'try_again' }>;

/** How an attempt ends, or the upload before it, of which no pin has come. */
export function unpublished(state: Pin, attempt: number, at: string, outcome: Unpublished): PinFact {
  switch (outcome.kind) {
    case 'failed':
      return failed(state, outcome.errorCode, outcome.message, at);
    case 'wait': {
      const { reason, message, nextAttemptAt } = outcome;
      if (isTooOld(state, at)) return failed(state, 'publish_timeout', message, at);
      return { type: 'PinPublishDeferred', data: { attempt, reason, message, deferredAt: at, nextAttemptAt, counts: false } };
    }
    case 'try_again':
      return tryAgain(state, attempt, at, outcome);
  }
}

/** The attempt is under way, or was taken to be over before its worker could say that it is safe to try again. */
function isOpenFor({ attempt, outcome }: RecordOutcome, state: Pin): boolean {
  if (state.phase === 'unknown_outcome') return state.attempt === attempt && (outcome.kind === 'wait' || outcome.kind === 'try_again');
  return state.phase === 'attempting' && state.attempt === attempt;
}

/** An attempt past its deadline and margin without an outcome: its worker is gone, what it did is unknown. */
export function expireAttempt(
  command: { readonly at: string; readonly marginMs: number; readonly reconcileAfterMs: readonly number[] },
  state: PinState,
): readonly PinFact[] {
  if (state.kind !== 'pin' || state.phase !== 'attempting') return [];
  if (Date.parse(command.at) < Date.parse(state.deadline) + command.marginMs) return [];
  return [unknown(state.attempt, 'The worker did not report an outcome in time.', command.at, command.reconcileAfterMs)];
}

export type BoardReading =
  | { readonly kind: 'found'; readonly platformPinId: string; readonly platformUrl: string; readonly createdAt: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly candidates: readonly string[] }
  | { readonly kind: 'unreadable'; readonly retryAt: string }
  /** The board cannot be read any more: the account was revoked. */
  | { readonly kind: 'account_revoked' };

export interface RecordReconciliation {
  readonly attempt: number;
  /** When the reconciliation read was due: distinguishes one read from the next. */
  readonly dueAt: string;
  readonly at: string;
  readonly reading: BoardReading;
  readonly reconcileAfterMs: readonly number[];
  readonly retryAt: string;
}

/** Records a reconciliation read, each once. A pin that is still not found gets one more read after the last planned one; then it is safe to try again. */
export function recordReconciliation(command: RecordReconciliation, state: PinState): readonly PinFact[] {
  if (state.kind !== 'pin' || state.phase !== 'unknown_outcome' || state.attempt !== command.attempt) return [];
  const { attempt, at, reading } = command;
  // A read that was made twice must not count twice: the later reads are planned for when the platform lists the pin.
  if (reading.kind !== 'found' && state.nextReadAt !== command.dueAt) return [];
  const reads = state.reads + 1;
  switch (reading.kind) {
    case 'found': {
      const { platformPinId, platformUrl, createdAt } = reading;
      return [
        { type: 'PinOutcomeReconciled', data: { attempt, look: reads, outcome: 'published', at } },
        {
          type: 'PinPublished',
          data: { attempt, platformPinId, platformUrl, publishedAt: endedAt(state, createdAt), via: 'reconciled' },
        },
      ];
    }
    case 'several':
      return [
        { type: 'PinOutcomeReconciled', data: { attempt, look: reads, outcome: 'ambiguous', at, candidates: reading.candidates } },
        failed(state, 'outcome_unknown', 'Several pins on the board could be this one; look at the candidates and retry if none is.', at),
      ];
    case 'account_revoked':
      return [
        { type: 'PinOutcomeReconciled', data: { attempt, look: reads, outcome: 'unreadable', at } },
        failed(state, 'account_revoked', 'The account was revoked before it was certain whether the pin is on the platform.', at),
      ];
    case 'unreadable':
      if (isTooOld(state, at)) return [failed(state, 'outcome_unknown', 'The board could not be read for a day.', at)];
      return [{ type: 'PinOutcomeReconciled', data: { attempt, look: reads, outcome: 'unreadable', at, nextLookAt: reading.retryAt } }];
    case 'none': {
      const next = nextReadAfter(command.reconcileAfterMs, reads, at);
      if (next !== null) {
        return [{ type: 'PinOutcomeReconciled', data: { attempt, look: reads, outcome: 'not_found', at, nextLookAt: next } }];
      }
      const message = 'The platform does not have the pin; it is safe to try again.';
      return [
        { type: 'PinOutcomeReconciled', data: { attempt, look: reads, outcome: 'not_found', at } },
        tryAgain(state, attempt, at, { reason: 'transient_upstream', message, nextAttemptAt: command.retryAt }),
      ];
    }
  }
}

/** Fails a pin that can never be published; silent while a worker may still create it or upload its video. */
export function failWaiting(
  command: { readonly errorCode: PinErrorCode; readonly message: string; readonly at: string },
  state: PinState,
): readonly PinFact[] {
  if (state.kind !== 'pin') return [];
  const processes = state.phase === 'preparing_media' && state.media.step === 'processing';
  if (state.phase !== 'waiting' && !processes) return [];
  return [failed(state, command.errorCode, command.message, command.at)];
}

/** Fails a pin that waits and could not be published within a day of its first attempt; silent for any other. */
export function giveUpWaiting({ at }: { readonly at: string }, state: PinState): readonly PinFact[] {
  if (state.kind !== 'pin' || state.phase !== 'waiting' || !isTooOld(state, at)) return [];
  return [failed(state, 'publish_timeout', state.deferral?.message ?? 'The pin could not be published within a day.', at)];
}

/** Fails a pin that never had an attempt, a day after its account began to need a new consent or after the pin could have started, whichever is later. */
export function giveUpHeldBack(
  { at, neededSince }: { readonly at: string; readonly neededSince: string },
  state: PinState,
): readonly PinFact[] {
  if (state.kind !== 'pin' || state.phase !== 'waiting' || state.firstAttemptAt !== null) return [];
  const heldBackSince = state.notBefore > neededSince ? state.notBefore : neededSince;
  if (giveUpAfter(heldBackSince) > at) return [];
  return [failed(state, 'token_expired', 'The account has been waiting for its user to connect it again for more than a day.', at)];
}

/** An attempt that ends before its call, so that a grant which was given for it is of no use; silent for a pin that waits for as long already. */
export function deferWaiting(
  { at, nextAttemptAt, message }: { readonly at: string; readonly nextAttemptAt: string; readonly message: string },
  state: PinState,
): readonly PinFact[] {
  const action = state.kind === 'pin' ? nextAction(state)?.kind : undefined;
  if (state.kind !== 'pin' || state.phase !== 'waiting' || (action !== 'create_pin' && action !== 'upload_video')) return [];
  if (state.deferral !== null && state.notBefore >= nextAttemptAt) return [];
  const { fingerprint, starts } = state;
  const attempt = starts + 1;
  return [
    { type: 'PinPublishAttemptStarted', data: { attempt, startedAt: at, deadline: at, fingerprint } },
    { type: 'PinPublishDeferred', data: { attempt, reason: 'rate_limited', message, deferredAt: at, nextAttemptAt, counts: false } },
  ];
}

/** Ends the wait of a pin that was put off, so that it may start at once; silent for one that may. */
export function endWait({ at, message }: { readonly at: string; readonly message: string }, state: PinState): readonly PinFact[] {
  if (state.kind !== 'pin' || state.phase !== 'waiting' || state.deferral === null || state.notBefore <= at) return [];
  const { starts: attempt, deferral } = state;
  // It takes back no attempt: the one it names was counted, or taken back, by the fact that put the pin off.
  return [
    { type: 'PinPublishDeferred', data: { attempt, reason: deferral.reason, message, deferredAt: at, nextAttemptAt: at, counts: true } },
  ];
}

export const failed = (pin: Pin, errorCode: PinErrorCode, errorMessage: string, failedAt: string): PinFact => ({
  type: 'PinFailed',
  data: { errorCode, errorMessage, failedAt: endedAt(pin, failedAt), ...releasedUnitOf(pin) },
});

/** Deferred as an attempt that counts, or failed where no attempt is left. */
export function tryAgain(
  state: Pin,
  attempt: number,
  at: string,
  { reason, message, nextAttemptAt, mediaLost, accessRefreshed }: Omit<Extract<Unpublished, { kind: 'try_again' }>, 'kind'>,
): PinFact {
  if (state.attempts >= attemptsAllowed || isTooOld(state, at)) return failed(state, 'publish_timeout', message, at);
  const marks = { ...(mediaLost && { mediaLost }), ...(accessRefreshed && { accessRefreshed }) };
  return { type: 'PinPublishDeferred', data: { attempt, reason, message, deferredAt: at, nextAttemptAt, counts: true, ...marks } };
}

const unknown = (attempt: number, message: string, at: string, reconcileAfterMs: readonly number[]): PinFact => ({
  type: 'PinPublishOutcomeUnknown',
  data: { attempt, message, at, nextLookAt: nextReadAfter(reconcileAfterMs, 0, at) ?? at },
});

const isTooOld = ({ firstAttemptAt, giveUpAt }: Pin, at: string): boolean =>
  firstAttemptAt !== null && Date.parse(at) > Date.parse(giveUpAt ?? giveUpAfter(firstAttemptAt));
