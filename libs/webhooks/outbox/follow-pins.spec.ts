import type { RecordedFact } from '@pps/event-store';
import { recordedFact } from '@pps/event-store/testing';
import { fold } from '@pps/kernel';
import { describePin, pinStream } from '@pps/pins/events';
import { attemptStarted, pinQueued, pinSamples } from '@pps/pins/testing';
import { webhookStream } from '../subscriptions/webhook.stream';
import { outboxStream, type WebhookDeliveryRequested } from './outbox.stream';
import { applyPinFact, type OutboxPin } from './outbox-pin';
import { pinData, type PinEventFact } from './pin-data';
import { eventSources } from './event-sources';
import { at, pinFailed, queued, setUpOutbox, webhookCreated } from './outbox-log.fixture';

describe('pins in the outbox', () => {
  it('reports a pin as it was right after the fact', async () => {
    const { store, happened, fresh } = setUpOutbox();
    const first = [happened(webhookStream, 'w', webhookCreated('w', ['pin.queued'])), happened(pinStream, 'p', queued('p'))];
    happened(pinStream, 'p', pinFailed);
    await fresh().react(first, null);
    const last = await store.last(`${outboxStream.category}-w`);
    expect((last!.data as WebhookDeliveryRequested['data']).data).toMatchObject({ status: 'queued', error_code: null, failed_at: null });
  });

  it('reads pins that it does not remember beside each other, each once, and numbers their events in the order of the log', async () => {
    const { store, happened, requests, fresh } = setUpOutbox();
    const pins = Array.from({ length: 200 }, (_, n) => `p${n}`);
    await fresh().react([happened(webhookStream, 'w', webhookCreated('w', ['pin.failed', 'pin.publishing']))], null);
    for (const pin of pins) happened(pinStream, pin, queued(pin));
    const first = pins.map((pin) => happened(pinStream, pin, attemptStarted()));
    const second = pins.map((pin) => happened(pinStream, pin, pinFailed));
    const counted = { reads: 0, open: 0, most: 0 };
    const read: typeof store.read = async (...range) => {
      counted.reads += 1;
      counted.most = Math.max(counted.most, ++counted.open);
      await new Promise(setImmediate);
      counted.open -= 1;
      const [stream, from = 0, count = Infinity] = range;
      return (await store.read(stream, from)).slice(0, count);
    };
    await fresh({ ...store, read }).react([...first, ...second], null);
    expect(counted).toEqual({ reads: 200, open: 0, most: 32 });
    expect(requests('w')).toEqual([
      ...pins.map((pin, n) => [n + 1, 'pin.publishing', pin]),
      ...pins.map((pin, n) => [n + 201, 'pin.failed', pin]),
    ]);
  });

  it('reads no stream of pins that are stored, also in a process that has just started', async () => {
    const { store, happened, requests, fresh } = setUpOutbox();
    const pins = Array.from({ length: 50 }, (_, n) => `p${n}`);
    await fresh().react([happened(webhookStream, 'w', webhookCreated('w', ['pin.failed']))], null);
    await fresh().react(
      pins.map((pin) => happened(pinStream, pin, queued(pin))),
      null,
    );
    const edited = { type: 'PinEdited', data: { boardId: '2', content: { title: 'Changed' }, fingerprint: 'other', editedAt: at } };
    for (const fact of [edited, attemptStarted(), pinFailed]) {
      const read: string[] = [];
      const noting = { ...store, read: (stream: string, ...range: number[]) => (read.push(stream), store.read(stream, ...range)) };
      await fresh(noting).react(
        pins.map((pin) => happened(pinStream, pin, fact)),
        null,
      );
      expect(read.filter((stream) => stream.startsWith('pin-'))).toEqual([]);
    }
    expect(requests('w')).toHaveLength(50);
    const last = await store.last(`${outboxStream.category}-w`);
    expect((last!.data as WebhookDeliveryRequested['data']).data).toMatchObject({ board_id: '2', title: 'Changed', status: 'failed' });
  });

  it('reads what a stored pin has missed, from there on', async () => {
    const { store, happened, pins, fresh } = setUpOutbox();
    await fresh().react([happened(webhookStream, 'w', webhookCreated('w', ['pin.failed'])), happened(pinStream, 'p', queued('p'))], null);
    happened(pinStream, 'p', {
      type: 'PinEdited',
      data: { boardId: '2', content: { title: 'Changed' }, fingerprint: 'other', editedAt: at },
    });
    const ranges: unknown[] = [];
    const noting = {
      ...store,
      read: (stream: string, ...range: number[]) => (ranges.push([stream, ...range]), store.read(stream, ...range)),
    };
    await fresh(noting).react([happened(pinStream, 'p', pinFailed)], null);
    expect(ranges).toContainEqual(['pin-p', 1, 2]);
    const last = await store.last(`${outboxStream.category}-w`);
    expect((last!.data as WebhookDeliveryRequested['data']).data).toMatchObject({ title: 'Changed' });
    expect(pins.rows.get('p')).toMatchObject({ revision: 2, title: 'Changed' });
  });

  it('stores no pin of which it has met what only a newer release can read', async () => {
    const { store, happened, pins, fresh } = setUpOutbox();
    await fresh().react([happened(webhookStream, 'w', webhookCreated('w', ['pin.failed']))], null);
    happened(pinStream, 'p', queued('p'));
    happened(pinStream, 'p', { type: 'WrittenByANewerRelease', data: {} });
    await fresh().react([happened(pinStream, 'p', pinFailed)], null);
    expect(await store.last(`${outboxStream.category}-w`)).not.toBeNull();
    expect([...pins.rows.keys()]).toEqual([]);
  });

  it('forgets a pin that was published or deleted, and reports nothing of one that is gone', async () => {
    const { happened, requests, pins, fresh } = setUpOutbox();
    const published = {
      type: 'PinPublished',
      data: { attempt: 1, platformPinId: '1', platformUrl: 'https://a', publishedAt: at, via: 'answer' },
    };
    const deleted = { type: 'PinDeleted', data: { deletedAt: at, removedFromPlatform: false } };
    await fresh().react(
      [
        happened(webhookStream, 'w', webhookCreated('w', ['*'])),
        ...['p', 'q', 'r'].map((pin) => happened(pinStream, pin, queued(pin))),
        happened(pinStream, 'p', published),
        happened(pinStream, 'q', deleted),
      ],
      null,
    );
    expect([...pins.rows.keys()]).toEqual(['r']);
    await fresh().react([happened(pinStream, 'q', pinFailed)], null);
    expect(requests('w').map(([, event, pin]) => [event, pin])).toEqual([
      ['pin.queued', 'p'],
      ['pin.queued', 'q'],
      ['pin.queued', 'r'],
      ['pin.published', 'p'],
    ]);
  });

  it('reports of every fact what the pin’s own rules make of it, whatever came before', () => {
    const later = pinSamples.filter(({ type }) => type !== 'PinQueued' && type !== 'PinDeleted');
    const pairs = later.flatMap((first) => later.map((second) => [first, second] as const));
    for (const pair of pairs) {
      const facts = [pinQueued(), ...pair];
      const state = fold(pinStream.decider, facts);
      const recorded = facts.map((fact, revision) => recordedFact({ ...fact, revision, stream: 'pin-p' }));
      const pin = recorded.reduce<OutboxPin | null>(applyPinFact, null);
      const event = eventSources.read(recorded[2]!);
      if (state.kind !== 'pin' || !pin) throw new Error('there is no pin');
      if (!event) continue;
      const { pinId, status, accountId, boardId, content, platformPinId, platformUrl, publishedAt, failedAt } = describePin(state);
      const { errorCode, errorMessage } = describePin(state);
      expect(pinData(event as RecordedFact<PinEventFact>, pin)).toEqual({
        pin_id: pinId,
        status,
        account_id: accountId,
        board_id: boardId,
        title: content.title,
        platform_pin_id: platformPinId,
        platform_url: platformUrl,
        error_code: errorCode,
        error_message: errorMessage,
        schedule_id: null,
        import_job_id: null,
        published_at: publishedAt,
        failed_at: failedAt,
      });
    }
    expect(pairs.length).toBeGreaterThan(100);
  });
});
