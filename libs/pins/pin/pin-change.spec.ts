import { fold, NotFound } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { decidePinDeletion, decidePinEdit, decidePinRetry, decidePinAbandonment, decidePinQueueing } from './pin.decider';
import { pin } from './pin.stream';
import { fingerprintOf } from './content';
import type { Pin, PinState } from './pin.state';
import type { PinFact } from './pin.events';
import { failWaiting, startAttempt } from '../publishing/publishing.decider';
import { attemptStarted, outcomeUnknown, pinAfter, pinQueued } from '../testing';

const at = '2026-11-20T11:00:00.000Z';
const queued = pinQueued();
const failed: PinFact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'broken', failedAt: at } };
const published: PinFact = {
  type: 'PinPublished',
  data: { attempt: 1, platformPinId: '9', platformUrl: 'https://p/9', publishedAt: at, via: 'answer' },
};
const retry = { accountId: 'a', boardId: '7', at };
const edit = { boardId: '7', content: { title: 'Green door', imageUrl: 'https://i/1' }, at };
const remove = { at, removedFromPlatform: false };

describe('another go at a pin', () => {
  it('queues a failed pin again with attempts of its own, numbered on', () => {
    const facts = given(pin, queued, attemptStarted(), failed).when((state) => decidePinRetry(retry, state));
    const again = pinAfter(queued, attemptStarted(), failed, ...facts);
    expect(again).toMatchObject({ status: 'queued', attempts: 0, starts: 1, boardId: '7', accountId: 'a', errorCode: null });
    expect(startAttempt({ attempt: 2, at, deadline: at }, again)).toHaveLength(1);
  });

  it('is refused for a pin that has not failed', () => {
    expect(() => given(pin, queued).when((state) => decidePinRetry(retry, state))).toThrow(
      expect.objectContaining({ code: 'pin_not_failed' }),
    );
  });
});

describe('what a change writes', () => {
  it('is of the pin as it is decided on, and its fingerprint that of its board and content after every fact', () => {
    const { boardId, content } = queued.data;
    const facts: PinFact[] = [pinQueued({ fingerprint: fingerprintOf(boardId, content) }), attemptStarted(), failed];
    const then = (decide: (state: PinState) => readonly PinFact[]) => facts.push(...decide(fold(pin, facts)));
    then((state) => decidePinEdit(edit, state));
    then((state) => decidePinRetry({ at }, state));
    then((state) => decidePinEdit({ ...edit, boardId: '8' }, state));
    then((state) => failWaiting({ errorCode: 'account_revoked', message: 'gone', at }, state));
    then((state) => decidePinRetry({ accountId: 'b', at }, state));
    expect(fold(pin, facts)).toMatchObject({ accountId: 'b', boardId: '8', content: edit.content });
    for (const index of facts.keys()) {
      const state = fold(pin, facts.slice(0, index + 1)) as Pin;
      expect([index, state.fingerprint]).toEqual([index, fingerprintOf(state.boardId, state.content)]);
    }
    for (const fact of facts)
      if (fact.type === 'PinRetryRequested') expect(fact.data.fingerprint).toBe(fingerprintOf(fact.data.boardId, edit.content));
  });

  it('is so also after a retry that an older release wrote with the fingerprint of what the pin no longer shows', () => {
    const data = { accountId: 'a', boardId: '7', fingerprint: 'of before', requestedAt: at };
    const state = fold(pin, [queued, attemptStarted(), failed, { type: 'PinRetryRequested', data }]) as Pin;
    expect(state.fingerprint).toBe(fingerprintOf('7', queued.data.content));
  });
});

describe("a schedule's pin", () => {
  const fired = pinQueued({ source: 'schedule', scheduleId: 's' });
  const { month, entryId } = fired.data;
  const unit = { month: '2026-12', entryId: 'another' };
  const end = (...facts: readonly PinFact[]) =>
    given(pin, fired, ...facts).when((state) => failWaiting({ errorCode: 'account_revoked', message: 'gone', at }, state));

  it('gives its unit back when it fails, and the unit of its retry when it fails again', () => {
    const [first] = end();
    expect(first?.data).toMatchObject({ releasedUnit: { month, entryId } });
    const again = given(pin, fired, ...end()).when((state) => decidePinRetry({ ...retry, unit }, state));
    expect(again[0]?.data).toMatchObject({ unit });
    expect(end(...end(), ...again)[0]?.data).toMatchObject({ releasedUnit: unit });
  });

  it('gives it back when it is deleted while it waits, and no other time', () => {
    const released = (...facts: readonly PinFact[]) =>
      given(pin, fired, ...facts).when((state) => decidePinDeletion(remove, state))[0]?.data;
    expect(released()).toHaveProperty('releasedUnit', { month, entryId });
    for (const facts of [end(), [attemptStarted(), published]]) expect(released(...facts)).not.toHaveProperty('releasedUnit');
    expect(given(pin, queued).when((state) => decidePinDeletion(remove, state))[0]?.data).not.toHaveProperty('releasedUnit');
  });

  it('is not retried with a unit that the sweep has released', () => {
    const abandoned = given(pin, fired, ...end()).when((state) => decidePinAbandonment({ pinId: 'p', ...unit, at }, state));
    expect(abandoned).toHaveLength(1);
    const late = () => given(pin, fired, ...end(), ...abandoned).when((state) => decidePinRetry({ ...retry, unit }, state));
    expect(late).toThrow(expect.objectContaining({ code: 'quota_entry_released' }));
    expect(given(pin, fired, ...end(), ...abandoned).when((state) => decidePinAbandonment({ pinId: 'p', ...unit, at }, state))).toEqual([]);
  });

  it('is released once, also after its pin was queued with another one and deleted', () => {
    const abandoned: PinFact = { type: 'PinAbandoned', data: { pinId: 'p', month, entryId: 'first', abandonedAt: at } };
    const again = (...facts: readonly PinFact[]) =>
      given(pin, abandoned, ...facts).when((state) => decidePinAbandonment({ pinId: 'p', month, entryId: 'first', at }, state));
    const deleted = given(pin, fired).when((state) => decidePinDeletion(remove, state));
    for (const facts of [[], [fired], [fired, ...deleted]]) expect(again(...facts)).toEqual([]);
    expect(
      given(pin, fired, ...deleted, abandoned).when((state) => decidePinAbandonment({ pinId: 'p', month, entryId: 'first', at }, state)),
    ).toEqual([]);
  });

  it('remembers a bounded number of such units', () => {
    const abandoned = Array.from({ length: 2_001 }, (_, n): PinFact => {
      return { type: 'PinAbandoned', data: { pinId: 'p', month, entryId: `late-${n}`, abandonedAt: at } };
    });
    expect(Object(fold(pin, [fired, ...abandoned])).abandonedEntryIds).toHaveLength(100);
  });

  it.each([
    ['without a unit', fired, retry],
    ['that pays for another pin', queued, { ...retry, unit }],
  ])('is a fault to retry %s', (_, first, command) => {
    expect(() => given(pin, first, failed).when((state) => decidePinRetry(command, state))).toThrow('wrong number of units');
  });
});

describe('editing a pin', () => {
  it('changes what has not gone out, and is silent when nothing changes', () => {
    const facts = given(pin, queued).when((state) => decidePinEdit(edit, state));
    expect(fold(pin, [queued, ...facts])).toMatchObject({ boardId: '7', content: edit.content, contentHash: queued.data.contentHash });
    expect(given(pin, queued).twice((state) => decidePinEdit(edit, state))).toEqual([]);
  });

  it.each([
    ['pin_publishing', [queued, attemptStarted()]],
    ['pin_publishing', [queued, attemptStarted(), outcomeUnknown()]],
    ['pin_already_published', [queued, attemptStarted(), published]],
  ])('is refused with %s', (code, facts) => {
    expect(() => given(pin, ...facts).when((state) => decidePinEdit(edit, state))).toThrow(expect.objectContaining({ code }));
  });
});

describe('deleting a pin', () => {
  it('ends it: nothing goes out, the key stays taken, a repeat is silent', () => {
    const facts = given(pin, queued).when((state) => decidePinDeletion(remove, state));
    const gone = fold(pin, [queued, ...facts]);
    expect(startAttempt({ attempt: 1, at, deadline: at }, gone)).toEqual([]);
    expect(decidePinDeletion(remove, gone)).toEqual([]);
    expect(() => decidePinQueueing(queued.data, gone)).toThrow(expect.objectContaining({ code: 'idempotency_key_reused' }));
    expect(() => decidePinRetry(retry, gone)).toThrow(NotFound);
  });

  it('is refused where it was asked for one that is not on the platform, and that has been published since', () => {
    const asked = { ...remove, unlessPublished: true };
    const after = (...facts: readonly PinFact[]) => given(pin, queued, ...facts).when((state) => decidePinDeletion(asked, state));
    expect(after()).toHaveLength(1);
    expect(() => after(attemptStarted(), published)).toThrow(expect.objectContaining({ code: 'pin_already_published' }));
  });

  it('waits for an attempt that may still create the pin', () => {
    expect(() => given(pin, queued, attemptStarted()).when((state) => decidePinDeletion(remove, state))).toThrow(
      expect.objectContaining({ code: 'pin_publishing' }),
    );
  });
});
