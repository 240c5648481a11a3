import { Streams, type EventStore, type LiveStates, type RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { derivedId, newId, type Rejected } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import type { WebhookCreated } from '../subscriptions/webhook.events';
import { webhookStream } from '../subscriptions/webhook.stream';
import { outboxSamples, webhookSamples } from '../testing';
import { CancelReplay, cancelReplay } from './cancel-replay';
import { RequestReplay, requestReplay } from './request-replay';
import { replayPortion } from './webhook-replay.dispatcher';

const begin = Date.parse('2026-01-05T09:00:00.000Z');
const minute = 60_000;
const created = webhookSamples[0] as WebhookCreated;
const { webhookId, projectId } = created.data;
const owner = { projectId, epoch: 0 };
const origin = { ...someone, projectId, epoch: 0, occurredAt: '2026-01-06T09:00:00.000Z' };
const deliveryId = (n: number) => derivedId('delivery', n);

/** A webhook that was sent so many events, one a minute, or at the minutes of `minuteOf`. */
async function webhookWith(events: number, minuteOf = (n: number) => n) {
  const store = openInMemoryEventStore();
  const metadata = { ...someone, projectId, epoch: 0, schemaVersion: 1 };
  const request = (n: number) => ({
    ...outboxSamples[0]!.data,
    deliveryId: deliveryId(n),
    occurredAt: new Date(begin + minuteOf(n) * minute).toISOString(),
  });
  const facts = Array.from({ length: events }, (_, n) => ({ id: newId(), type: 'WebhookDeliveryRequested', data: request(n), metadata }));
  await store.append(`webhook_outbox-${webhookId}`, facts, 'no_stream');
  await store.append(`webhook-${webhookId}`, [{ id: newId(), ...created, metadata }], 'no_stream');
  const epoch = { now: 0 };
  const live = {
    get: async (type: { readonly category: string }) =>
      type.category === projectStream.category
        ? { state: { kind: 'created', epoch: epoch.now } }
        : { state: webhookStream.decider.evolve(webhookStream.decider.initial, created) },
  } as unknown as LiveStates;
  const portion = (source: EventStore = store) =>
    replayPortion(
      { db: {} as Database, store: source, streams: new Streams(source), live, clock: () => new Date(begin), log: () => undefined },
      webhookId,
    );
  const requestPeriod = (since: number, until: number, at = origin.occurredAt) =>
    requestReplay(
      { streams: new Streams(store), live, store },
      new RequestReplay(webhookId, new Date(begin + since * minute), new Date(begin + until * minute), owner, {
        ...origin,
        occurredAt: at,
      }),
    );
  const cancel = (replayId: string) =>
    cancelReplay({ streams: new Streams(store), live }, new CancelReplay(webhookId, replayId, owner, origin));
  const due = async () => {
    const counts: number[] = [];
    for (let n = 0; n < events; n++) counts.push((await store.read(`webhook_delivery-${deliveryId(n)}`)).length);
    return counts;
  };
  const replays = async () => (await store.read(`webhook_replay-${webhookId}`)).map(({ type }: RecordedFact) => type);
  return { store, epoch, portion, request: requestPeriod, cancel, due, replays };
}

describe('a replay', () => {
  it('is worked off in portions, also after a portion broke off, and makes each delivery of the period due once', async () => {
    const { store, portion, request, due, replays } = await webhookWith(260);
    expect(await request(5, 255)).toEqual({ replayId: expect.any(String) as string, count: 250 });
    expect((await due()).every((count) => count === 0)).toBe(true);
    await portion();
    expect((await due()).map((count, n) => (count > 0 ? n : -1)).filter((n) => n >= 0)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 5),
    );
    const dying: EventStore = Object.create(store, {
      append: {
        value: (stream: string, ...rest: [never, never]) =>
          stream.endsWith(deliveryId(150)) ? Promise.reject(new Error('dead')) : store.append(stream, ...rest),
      },
    }) as EventStore;
    await expect(portion(dying)).rejects.toThrow('dead');
    await portion();
    await portion();
    await portion();
    expect(await due()).toEqual(Array.from({ length: 260 }, (_, n) => (n >= 5 && n < 255 ? 1 : 0)));
    expect(await replays()).toEqual([
      'WebhookReplayRequested',
      'WebhookReplayProgressed',
      'WebhookReplayProgressed',
      'WebhookReplayCompleted',
    ]);
  });

  it('makes every event of its period due, and no other, although their times are not in the order of their sequence', async () => {
    // Pairs of neighbours have changed places, each half a minute apart.
    const minuteOf = (n: number) => (n + (n % 2 === 0 ? 1 : -1)) / 2;
    const { portion, request, due } = await webhookWith(40, minuteOf);
    for (const [since, until] of [
      [5, 12],
      [5.5, 12.5],
      [0, 0.5],
      [19, 19.75],
    ] as const) {
      const before = await due();
      const wanted = before.map((count, n) => count + (minuteOf(n) >= since && minuteOf(n) < until ? 1 : 0));
      const { count } = await request(since, until);
      await portion();
      expect([since, await due()]).toEqual([since, wanted]);
      expect(count).toBe(wanted.filter((now, n) => now > (before[n] ?? 0)).length);
    }
  });

  it('is refused while another one of the webhook runs, and not afterwards', async () => {
    const { portion, request } = await webhookWith(20);
    await request(0, 20);
    const refused: Rejected = await request(0, 10).then(
      () => Promise.reject(new Error('accepted')),
      (error: Rejected) => error,
    );
    expect(refused.code).toBe('conflict');
    await portion();
    expect((await request(0, 10)).count).toBe(10);
  });

  it('is over at once when nothing happened in the period, and when the sandbox is reset meanwhile', async () => {
    const { epoch, portion, request, due, replays } = await webhookWith(3);
    expect((await request(10, 20)).count).toBe(0);
    expect((await request(2, 1)).count).toBe(0);
    const empty = ['WebhookReplayRequested', 'WebhookReplayCompleted'];
    expect(await replays()).toEqual([...empty, ...empty]);
    await request(0, 3);
    epoch.now = 1;
    await portion();
    expect(await replays()).toEqual([...empty, ...empty, ...empty]);
    expect(await due()).toEqual([0, 0, 0]);
  });

  it('ends where it is when it is canceled, and another one may begin', async () => {
    const { portion, request, cancel, due, replays } = await webhookWith(150);
    const { replayId } = await request(0, 150);
    await portion();
    await cancel(newId());
    await cancel(replayId);
    await cancel(replayId);
    await portion();
    expect((await due()).filter((count) => count > 0)).toHaveLength(100);
    expect((await replays()).slice(1)).toEqual(['WebhookReplayProgressed', 'WebhookReplayCanceled']);
    expect((await request(0, 150)).count).toBe(150);
  });

  it('reaches 90 days back at most', async () => {
    const { request } = await webhookWith(3);
    expect((await request(-200 * 1_440, 3, '2026-04-05T09:01:00.000Z')).count).toBe(2);
  });
});
