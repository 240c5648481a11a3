import { foldRecorded, stateAt } from '@pps/event-store';
import { recordedFact, someone, storeWith } from '@pps/event-store/testing';
import { fold, Rejected } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { contentHash, fingerprintOf } from './content';
import { decidePinAbandonment, decidePinQueueing } from './pin.decider';
import { attemptStarted, pinAfter, pinQueued, pinSamples } from '../testing';
import type { PinFact } from './pin.events';
import { pin, pinStream } from './pin.stream';
import { describePin } from './pin-view';

const first = pinQueued();
const abandoned = { pinId: first.data.pinId, month: first.data.month, entryId: first.data.entryId, at: '2026-11-20T10:02:00.000Z' };

describe('queueing a pin', () => {
  it('queues a new pin', () => {
    expect(given(pin).when((state) => decidePinQueueing(first.data, state))).toEqual([first]);
  });

  it('is silent for a repeat of the same content, also with a new quota entry', () => {
    expect(given(pin, first).when((state) => decidePinQueueing({ ...first.data, entryId: 'another' }, state))).toEqual([]);
  });

  it('refuses a key that stands for other content, naming the pin', () => {
    const other = { ...first.data, contentHash: 'other' };
    expect(() => given(pin, first).when((state) => decidePinQueueing(other, state))).toThrow(
      expect.objectContaining({ code: 'idempotency_key_reused', context: { pin_id: first.data.pinId } }),
    );
  });

  it('queues a given-up creation again with a new entry, never with the released one', () => {
    const gone = given(pin, ...given(pin).when((state) => decidePinAbandonment(abandoned, state)));
    expect(gone.when((state) => decidePinQueueing({ ...first.data, entryId: 'new' }, state))).toHaveLength(1);
    expect(() => gone.when((state) => decidePinQueueing(first.data, state))).toThrow(Rejected);
  });
});

describe('giving up an entry', () => {
  it('loses against the pin that settled it', () => {
    expect(given(pin, first).when((state) => decidePinAbandonment(abandoned, state))).toEqual([]);
  });

  it('is silent the second time', () => {
    expect(given(pin).twice((state) => decidePinAbandonment(abandoned, state))).toEqual([]);
  });

  it('gives up the entry of a loser without touching the winner', () => {
    const facts = given(pin, first).when((state) => decidePinAbandonment({ ...abandoned, entryId: 'loser' }, state));
    expect(facts).toHaveLength(1);
    expect(pinAfter(first, ...facts)).toMatchObject({ kind: 'pin', status: 'queued' });
  });
});

describe('hash and fingerprint of a pin', () => {
  const content = { title: 'Blue door', linkUrl: 'https://example.org/door' };

  it('hashes content whatever the order of its fields', () => {
    expect(contentHash('a', 'b', { linkUrl: content.linkUrl, title: content.title })).toBe(contentHash('a', 'b', content));
    expect(contentHash('a', 'b', { ...content, altText: 'x' })).not.toBe(contentHash('a', 'b', content));
  });

  it('recognises what the platform shows again: trimmed, a slash more, null for empty', () => {
    expect(fingerprintOf('1', { title: ' Blue  door ', linkUrl: 'https://EXAMPLE.org/door/', description: '' })).toBe(
      fingerprintOf('1', content),
    );
    expect(fingerprintOf('2', content)).not.toBe(fingerprintOf('1', content));
  });
});

describe('the last change', () => {
  const published = pinSamples.find(({ type }) => type === 'PinPublished') as PinFact;
  const recordedAt = (...moments: readonly string[]) =>
    foldRecorded(
      pinStream,
      [pinQueued(), attemptStarted(), published].map((fact, revision) =>
        Object.assign(recordedFact({ ...fact, revision, recordedAt: new Date('2026-11-20T10:05:00.010Z') }), {
          metadata: { ...someone, schemaVersion: 1, occurredAt: moments[revision] ?? '' },
        }),
      ),
    );

  it('is when the newest fact happened, whatever that says of the platform', () => {
    const state = recordedAt('2026-11-20T10:00:00.000Z', '2026-11-20T10:00:01.000Z', '2026-11-20T10:05:00.000Z');
    expect(state).toMatchObject({ updatedAt: '2026-11-20T10:05:00.000Z', publishedAt: Object(published.data).publishedAt });
  });

  it('is later than the one before, also of facts of one moment and in another order', () => {
    const state = recordedAt('2026-11-20T10:00:00.000Z', '2026-11-20T10:00:01.000Z', '2026-11-20T09:00:00.000Z');
    expect(state).toMatchObject({ updatedAt: '2026-11-20T10:00:01.001Z' });
  });

  const failed = pinSamples.find(({ type }) => type === 'PinFailed') as PinFact;
  const abandoned: PinFact = { type: 'PinAbandoned', data: { pinId: first.data.pinId, month: '2026-11', entryId: 'e', abandonedAt: '' } };
  const retried = pinSamples.find(({ type }) => type === 'PinRetryRequested') as PinFact;
  const began = Date.parse(first.data.queuedAt);
  it.each<[string, readonly (readonly [fact: PinFact, happened: number, recorded: number])[]]>([
    [
      'of a host that is ahead of the log',
      [
        [pinQueued(), 0, -50],
        [attemptStarted(), 20, -30],
      ],
    ],
    [
      'that was given up before it was queued',
      [
        [abandoned, 5, 1],
        [pinQueued(), 0, 2],
      ],
    ],
    [
      'a unit of which was given up before its retry',
      [
        [pinQueued(), 0, 0],
        [failed, 10, 10],
        [abandoned, 25, 20],
        [retried, 20, 20],
      ],
    ],
  ])('is a moment as of which the pin is found as it was, %s', async (_, lived) => {
    const facts = lived.map(([fact, happened, recorded], revision) => ({
      ...recordedFact({ ...fact, revision, recordedAt: new Date(began + recorded) }),
      metadata: { ...someone, schemaVersion: 1, occurredAt: new Date(began + happened).toISOString() },
    }));
    const store = storeWith({ read: () => Promise.resolve(facts), last: () => Promise.resolve(facts.at(-1) ?? null) });
    const states = facts.map((fact, n) => [fact.type, foldRecorded(pinStream, facts.slice(0, n + 1))] as const);
    const shown = states.flatMap(([type, state]) => (type !== 'PinAbandoned' && state.kind === 'pin' ? [state] : []));
    expect(shown.length).toBeGreaterThan(0);
    for (const state of shown) {
      const then = await stateAt(store, pinStream, 'id', new Date(state.updatedAt));
      // Which units were given up is shown nowhere.
      const shownThen = then.kind === 'pin' && { ...describePin(then), abandonedEntryIds: undefined };
      expect(shownThen).toEqual({ ...describePin(state), abandonedEntryIds: undefined });
    }
  });
});

describe('every shape ever written', () => {
  it.each(pinSamples.map((fact) => [fact.type, fact] as const))('%s folds onto a queued pin', (_, fact) => {
    expect(fold(pin, [pinQueued(), fact])).toMatchObject({ kind: expect.stringMatching(/pin|deleted/), pinId: first.data.pinId });
  });
});
