import { fold, NotFound } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { decidePinDeletion, decidePinEdit, decidePinRetry } from './pin-change.decider';
import { pin, queuePin } from '../pin/pin.decider';
import type { PinFact } from '../pin/pin.events';
import { startAttempt } from '../publishing/publishing.decider';
import { attemptStarted, outcomeUnknown, pinAfter, pinQueued } from '../testing';

const at = '2026-11-20T11:00:00.000Z';
const queued = pinQueued();
const failed: PinFact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'broken', failedAt: at } };
const published: PinFact = {
  type: 'PinPublished',
  data: { attempt: 1, platformPinId: '9', platformUrl: 'https://p/9', publishedAt: at, via: 'answer' },
};
const retry = { accountId: 'a', boardId: '7', fingerprint: 'other', at };
const edit = { boardId: '7', content: { title: 'Green door', imageUrl: 'https://i/1' }, fingerprint: 'other', at };
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
    expect(() => queuePin(queued.data, gone)).toThrow(expect.objectContaining({ code: 'idempotency_key_reused' }));
    expect(() => decidePinRetry(retry, gone)).toThrow(NotFound);
  });

  it('waits for an attempt that may still create the pin', () => {
    expect(() => given(pin, queued, attemptStarted()).when((state) => decidePinDeletion(remove, state))).toThrow(
      expect.objectContaining({ code: 'pin_publishing' }),
    );
  });
});
