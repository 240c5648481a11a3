import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import type { PinFact } from '../pin/pin.events';
import { pin } from '../pin/pin.stream';
import {
  endWait,
  expireAttempt,
  failWaiting,
  giveUpHeldBack,
  giveUpWaiting,
  recordReconciliation,
  recordOutcome,
  startAttempt,
  type AttemptOutcome,
  type BoardReading,
} from './publishing.decider';
import type { PinState } from '../pin/pin.state';
import { attemptsAllowed } from './publishing.policy';
import { attemptStarted, outcomeUnknown, pinAfter, pinQueued } from '../testing';

const at = '2026-11-20T10:00:02.000Z';
const reconcileAfterMs = [2_000, 10_000];
const retryAt = '2026-11-20T10:05:00.000Z';
const queued = pinQueued();
const begin = { attempt: 1, at, deadline: '2026-11-20T10:00:47.000Z' };
const published: AttemptOutcome = { kind: 'published', platformPinId: '9', platformUrl: 'https://p/9', publishedAt: at };
const tryAgain: AttemptOutcome = { kind: 'try_again', reason: 'transient_upstream', message: 'busy', nextAttemptAt: retryAt };
const outcome = (ended: AttemptOutcome, attempt = 1, moment = at) => ({ attempt, at: moment, outcome: ended, reconcileAfterMs });
/** Records what a reconciliation read found that was due at this moment, or at the planned one. */
const recordReading =
  (reading: BoardReading, dueAt?: string) =>
  (state: PinState): readonly PinFact[] => {
    const planned = state.kind === 'pin' && state.phase === 'unknown_outcome' ? state.nextReadAt : undefined;
    return recordReconciliation({ attempt: 1, dueAt: dueAt ?? planned ?? '', at, reading, reconcileAfterMs, retryAt }, state);
  };

describe('starting an attempt', () => {
  it('starts the next attempt of a waiting pin', () => {
    expect(given(pin, queued).when((state) => startAttempt(begin, state))).toMatchObject([
      { type: 'PinPublishAttemptStarted', data: { attempt: 1 } },
    ]);
  });

  it.each<[string, PinFact[]]>([
    ['while one is open', [queued, attemptStarted()]],
    ['while one has an unknown outcome', [queued, attemptStarted(), outcomeUnknown()]],
    ['of a published pin', [queued, attemptStarted(), ...recordOutcome(outcome(published), fold(pin, [queued, attemptStarted()]))]],
  ])('is silent %s', (_, facts) => {
    expect(given(pin, ...facts).when((state) => startAttempt({ ...begin, attempt: 2 }, state))).toEqual([]);
  });

  it('is silent before a deferred pin is due and for a number that is not the next', () => {
    const deferred = given(pin, queued, attemptStarted()).when((state) => recordOutcome(outcome(tryAgain), state));
    const waiting = given(pin, queued, attemptStarted(), ...deferred);
    expect(waiting.when((state) => startAttempt({ ...begin, attempt: 2 }, state))).toEqual([]);
    expect(waiting.when((state) => startAttempt({ ...begin, attempt: 3, at: retryAt }, state))).toEqual([]);
    expect(waiting.when((state) => startAttempt({ ...begin, attempt: 2, at: retryAt }, state))).toHaveLength(1);
  });
});

describe('the outcome of a call', () => {
  it('closes the pin with a late success, whatever has happened meanwhile', () => {
    const withUnknownOutcome = given(pin, queued, attemptStarted(), outcomeUnknown());
    expect(withUnknownOutcome.when((state) => recordOutcome(outcome(published), state))).toMatchObject([{ type: 'PinPublished' }]);
    expect(withUnknownOutcome.twice((state) => recordOutcome(outcome(published), state))).toEqual([]);
  });

  it('is shown no earlier than the pin was asked for, or asked for again, by a worker whose clock is behind', () => {
    const early = '2026-11-20T09:54:59.000Z';
    const failure: AttemptOutcome = { kind: 'failed', errorCode: 'invalid_image', message: 'broken' };
    const first = [queued, attemptStarted(1, early)];
    const ended = (facts: readonly PinFact[], how: AttemptOutcome, attempt = 1) =>
      given(pin, ...facts).when((state) => recordOutcome(outcome(how, attempt, early), state));
    const success = { ...published, publishedAt: early };
    expect(ended(first, success)).toMatchObject([{ data: { publishedAt: queued.data.queuedAt } }]);
    const failed = ended(first, failure);
    expect(failed).toMatchObject([{ data: { failedAt: queued.data.queuedAt } }]);
    const { accountId, boardId, fingerprint } = queued.data;
    const again: PinFact = { type: 'PinRetryRequested', data: { accountId, boardId, fingerprint, requestedAt: at } };
    expect(ended([...first, ...failed, again, attemptStarted(2, early)], success, 2)).toMatchObject([{ data: { publishedAt: at } }]);
  });

  it('leaves the start of an attempt to the clock of its worker, as what it made is looked for since then', () => {
    const early = '2026-11-20T09:54:59.000Z';
    expect(given(pin, queued).when((state) => startAttempt({ ...begin, at: early }, state))).toMatchObject([
      { data: { startedAt: early } },
    ]);
  });

  it('takes back a doubt once the worker says that nothing was sent', () => {
    const wait: AttemptOutcome = { kind: 'wait', reason: 'transient_upstream', message: 'Nothing was sent.', nextAttemptAt: at };
    const record = (attempt: number) =>
      given(pin, queued, attemptStarted(), outcomeUnknown()).when((state) => recordOutcome({ ...outcome(wait), attempt }, state));
    expect(record(1)).toMatchObject([{ type: 'PinPublishDeferred', data: { attempt: 1, counts: false } }]);
    expect(record(2)).toEqual([]);
  });

  it('lets a late failure of an attempt that is no longer open say nothing', () => {
    const failed: AttemptOutcome = { kind: 'failed', errorCode: 'invalid_image', message: 'broken' };
    expect(given(pin, queued, attemptStarted(), outcomeUnknown()).when((state) => recordOutcome(outcome(failed), state))).toEqual([]);
  });

  it('does not count an attempt that the platform only asked to wait', () => {
    const wait: AttemptOutcome = { kind: 'wait', reason: 'rate_limited', message: 'slow down', nextAttemptAt: retryAt };
    const facts = given(pin, queued, attemptStarted()).when((state) => recordOutcome(outcome(wait), state));
    expect(pinAfter(queued, attemptStarted(), ...facts)).toMatchObject({
      status: 'deferred',
      attempts: 0,
      starts: 1,
      nextAttemptAt: retryAt,
    });
  });

  it('fails after as many attempts as are allowed, or a day after the first', () => {
    const attempts = Array.from({ length: attemptsAllowed }, (_, index) => attemptStarted(index + 1));
    const worn = given(pin, queued, ...attempts).when((state) => recordOutcome(outcome(tryAgain, attemptsAllowed), state));
    expect(worn).toMatchObject([{ type: 'PinFailed', data: { errorCode: 'publish_timeout' } }]);
    const late = given(pin, queued, attemptStarted()).when((state) =>
      recordOutcome(outcome(tryAgain, 1, '2026-11-21T10:00:02.000Z'), state),
    );
    expect(late).toMatchObject([{ type: 'PinFailed', data: { errorCode: 'publish_timeout' } }]);
  });
});

describe('an attempt whose worker is gone', () => {
  const expire = (moment: string) => ({ at: moment, marginMs: 2_000, reconcileAfterMs });

  it('is nobody else’s before deadline and margin, and of unknown outcome afterwards', () => {
    const open = given(pin, queued, attemptStarted());
    expect(open.when((state) => expireAttempt(expire('2026-11-20T10:00:47.500Z'), state))).toEqual([]);
    expect(open.when((state) => expireAttempt(expire('2026-11-20T10:00:48.000Z'), state))).toMatchObject([
      { type: 'PinPublishOutcomeUnknown' },
    ]);
  });
});

describe('reconciling a pin of unknown outcome', () => {
  const withUnknownOutcome = [queued, attemptStarted(), outcomeUnknown()];

  it('publishes the one that is found', () => {
    const found: BoardReading = { kind: 'found', platformPinId: '9', platformUrl: 'https://p/9', createdAt: at };
    const facts = given(pin, ...withUnknownOutcome).when(recordReading(found));
    expect(facts.map(({ type }) => type)).toEqual(['PinOutcomeReconciled', 'PinPublished']);
  });

  it('reads as often as planned and once more before it is safe to try again', () => {
    let facts: PinFact[] = withUnknownOutcome;
    for (let read = 1; read <= 2; read++) {
      const recorded = given(pin, ...facts).when(recordReading({ kind: 'none' }));
      expect(recorded).toMatchObject([{ type: 'PinOutcomeReconciled', data: { look: read, outcome: 'not_found' } }]);
      facts = [...facts, ...recorded];
    }
    const last = given(pin, ...facts).when(recordReading({ kind: 'none' }));
    expect(last.map(({ type }) => type)).toEqual(['PinOutcomeReconciled', 'PinPublishDeferred']);
    expect(pinAfter(...facts, ...last)).toMatchObject({ status: 'deferred', phase: 'waiting', nextAttemptAt: retryAt });
  });

  it('counts a read once, however many workers made it; what any of them finds counts', () => {
    const dueAt = '2026-11-20T10:00:04.000Z';
    expect(given(pin, ...withUnknownOutcome).twice(recordReading({ kind: 'none' }, dueAt))).toEqual([]);
    const found: BoardReading = { kind: 'found', platformPinId: '9', platformUrl: 'https://p/9', createdAt: at };
    const after = given(pin, ...withUnknownOutcome, ...given(pin, ...withUnknownOutcome).when(recordReading({ kind: 'none' }, dueAt)));
    expect(after.when(recordReading(found, dueAt))).toContainEqual(expect.objectContaining({ type: 'PinPublished' }));
  });

  it('fails with the candidates when several could be it', () => {
    const facts = given(pin, ...withUnknownOutcome).when(recordReading({ kind: 'several', candidates: ['1', '2'] }));
    expect(facts).toMatchObject([{ data: { candidates: ['1', '2'] } }, { type: 'PinFailed', data: { errorCode: 'outcome_unknown' } }]);
  });

  it('does not count a read that could not read the board', () => {
    const unreadable: BoardReading = { kind: 'unreadable', retryAt };
    const facts = given(pin, ...withUnknownOutcome).when(recordReading(unreadable));
    expect(pinAfter(...withUnknownOutcome, ...facts)).toMatchObject({ phase: 'unknown_outcome', reads: 0, nextReadAt: retryAt });
  });

  it('fails when the account was revoked, so that the board cannot be read any more', () => {
    const facts = given(pin, ...withUnknownOutcome).when(recordReading({ kind: 'account_revoked' }));
    expect(facts.map(({ type }) => type)).toEqual(['PinOutcomeReconciled', 'PinFailed']);
    expect(pinAfter(...withUnknownOutcome, ...facts)).toMatchObject({ status: 'failed', phase: 'failed', errorCode: 'account_revoked' });
  });

  it('has a status with a dated next action at every step', () => {
    expect(pinAfter(...withUnknownOutcome)).toMatchObject({
      status: 'deferred',
      errorCode: 'outcome_unknown',
      nextAttemptAt: expect.any(String),
    });
  });
});

describe('a waiting pin that can never go out', () => {
  const revoked = { errorCode: 'account_revoked' as const, message: 'gone', at };

  it('fails, but not while its attempt is open', () => {
    expect(given(pin, queued).when((state) => failWaiting(revoked, state))).toMatchObject([{ type: 'PinFailed' }]);
    expect(given(pin, queued, attemptStarted()).when((state) => failWaiting(revoked, state))).toEqual([]);
  });
});

const putOffUntil = (nextAttemptAt: string, deferredAt = at): PinFact => ({
  type: 'PinPublishDeferred',
  data: { attempt: 1, reason: 'rate_limited', message: 'Slow down.', deferredAt, nextAttemptAt, counts: false },
});

describe('a pin that was put off', () => {
  it.each(['9999-12-31T23:59:59.999Z', '+010797-03-01T00:00:00.000Z', '2029-01-01T00:00:00.000Z'])(
    'until %s, as facts of older releases have it, is due after a day',
    (nextAttemptAt) => {
      expect(pinAfter(queued, attemptStarted(), putOffUntil(nextAttemptAt))).toMatchObject({ notBefore: '2026-11-21T10:00:02.000Z' });
    },
  );

  it('until a moment that nobody can read is due at once', () => {
    expect(pinAfter(queued, attemptStarted(), putOffUntil('soon'))).toMatchObject({ notBefore: at });
  });

  it('and whose board is to be read in the year 9999 is read after a day', () => {
    const unknown = { attempt: 1, message: '', at, nextLookAt: '+099999-12-31T00:00:00.000Z' };
    expect(pinAfter(queued, attemptStarted(), { type: 'PinPublishOutcomeUnknown', data: unknown })).toMatchObject({
      nextReadAt: '2026-11-21T10:00:02.000Z',
    });
  });

  it('fails by itself a day after its first attempt, without another one', () => {
    const backoff = {
      attempt: 1,
      reason: 'transient_upstream',
      message: 'Slow down.',
      deferredAt: at,
      nextAttemptAt: at,
      counts: true,
    } as const;
    const waiting = given(pin, queued, attemptStarted(), { type: 'PinPublishDeferred', data: backoff });
    const giveUp = (moment: string) => waiting.when((state) => giveUpWaiting({ at: moment }, state));
    expect(giveUp('2026-11-21T10:00:01.000Z')).toEqual([]);
    expect(giveUp('2026-11-21T10:00:01.001Z')).toMatchObject([
      { type: 'PinFailed', data: { errorCode: 'publish_timeout', errorMessage: 'Slow down.' } },
    ]);
  });

  it('is not given up before its first attempt, however long it has waited, nor while an attempt is open', () => {
    const late = { at: '2027-01-01T00:00:00.000Z' };
    expect(given(pin, queued).when((state) => giveUpWaiting(late, state))).toEqual([]);
    expect(given(pin, queued, attemptStarted()).when((state) => giveUpWaiting(late, state))).toEqual([]);
  });

  it('fails by itself without an attempt, a day after its account began to need a new consent or after it was queued, whichever is later', () => {
    const giveUp = (neededSince: string, moment: string) =>
      given(pin, queued).when((state) => giveUpHeldBack({ at: moment, neededSince }, state));
    expect(giveUp('2026-11-25T08:00:00.000Z', '2026-11-26T07:59:59.999Z')).toEqual([]);
    expect(giveUp('2026-11-25T08:00:00.000Z', '2026-11-26T08:00:00.000Z')).toMatchObject([
      { type: 'PinFailed', data: { errorCode: 'token_expired' } },
    ]);
    expect(giveUp('2026-11-01T08:00:00.000Z', '2026-11-21T09:59:59.999Z')).toEqual([]);
    expect(giveUp('2026-11-01T08:00:00.000Z', '2026-11-21T10:00:00.000Z')).toHaveLength(1);
    const tried = given(pin, queued, attemptStarted(), putOffUntil('2026-11-21T10:00:02.000Z'));
    expect(tried.when((state) => giveUpHeldBack({ at: '2027-01-01T00:00:00.000Z', neededSince: at }, state))).toEqual([]);
  });

  it('has another day when it is retried', () => {
    const late = { at: '2026-11-22T10:00:00.000Z', neededSince: at };
    const failed = given(pin, queued).when((state) => giveUpHeldBack(late, state));
    const { accountId, boardId, fingerprint } = queued.data;
    const retried: PinFact = { type: 'PinRetryRequested', data: { accountId, boardId, fingerprint, requestedAt: late.at } };
    const again = given(pin, queued, ...failed, retried);
    expect(again.when((state) => giveUpHeldBack({ ...late, at: '2026-11-23T09:59:59.000Z' }, state))).toEqual([]);
    expect(again.when((state) => giveUpHeldBack({ ...late, at: '2026-11-23T10:00:00.000Z' }, state))).toHaveLength(1);
    expect(again.when((state) => startAttempt({ ...begin, at: '2026-11-22T10:00:01.000Z' }, state))).toHaveLength(1);
  });

  it('may start at once where an operator ends its wait, which costs no attempt', () => {
    const facts = [queued, attemptStarted(), putOffUntil('2026-11-21T10:00:02.000Z')];
    const ended = given(pin, ...facts).when((state) => endWait({ at: retryAt, message: 'Ended.' }, state));
    expect(pinAfter(...facts, ...ended)).toMatchObject({ notBefore: retryAt, attempts: 0, starts: 1, errorMessage: 'Ended.' });
    expect(given(pin, ...facts, ...ended).when((state) => endWait({ at: retryAt, message: 'Ended.' }, state))).toEqual([]);
    expect(given(pin, queued).when((state) => endWait({ at: retryAt, message: 'Ended.' }, state))).toEqual([]);
  });
});
