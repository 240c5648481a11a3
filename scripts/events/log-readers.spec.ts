import { RecentReservations } from '@pps/billing';
import { quotaStream } from '@pps/billing/events';
import { quotaSamples } from '@pps/billing/testing';
import { Streams, streamName, type EventStore, type LiveStates } from '@pps/event-store';
import { openInMemoryEventStore, recordedFact, someone } from '@pps/event-store/testing';
import { isRegisteredUser } from '@pps/identity';
import { emailStream, userStream } from '@pps/identity/events';
import { userSamples } from '@pps/identity/testing';
import { newId, type Fact } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { pinTimeline } from '@pps/pins';
import { pinStream, type PinFailed } from '@pps/pins/events';
import { pinQueued, pinSamples } from '@pps/pins/testing';
import { replayPortion, RequestReplay, requestReplay, webhookOutboxProcess, type WebhookOutboxDeps } from '@pps/webhooks';
import { deliveryStream, outboxStream, webhookStream } from '@pps/webhooks/events';
import { outboxSamples, webhookSamples } from '@pps/webhooks/testing';
import { scheduleStream } from '@pps/schedules/events';
import { scheduleCreated, scheduleFired } from '@pps/schedules/testing';
import { readSourceFiles } from '../../test/boundaries/source-files';

// A newer release may run beside this one: what reads the log without `factsOf` meets facts that it does not know.

/** What reads streams, or decodes or folds recorded facts, itself; projections and processes get theirs by `factsOf`, and decide on nothing else. */
const readers = [
  // Looks for what a change is about in the fields of whatever fact there is.
  'apps/api/changes/named-by-facts.ts',
  // Asks only whether it may read.
  'apps/foundation/refuse-other-log.ts',
  // Only observes: a fact that it does not know leaves no span.
  'apps/foundation/with-traces.ts',
  // Notes positions alone.
  'apps/foundation/with-writer-lock.ts',
  // Whoever reads by it looks for a position, or for the name of a stream, and asks for no more of a fact.
  'apps/pinctl/facts-up-to.ts',
  // Looks for references in the fields of whatever fact there is.
  'apps/pinctl/vault-references.ts',
  // Passes on to auditors what is stored, whatever it is.
  'libs/audit/index/read-history.ts',
  'libs/billing/quota/recent-reservations.ts',
  'libs/event-store/handled-facts.ts',
  'libs/event-store/log-identity.ts',
  'libs/event-store/snapshots.ts',
  'libs/event-store/state-at.ts',
  'libs/event-store/stream-state-cache.ts',
  'libs/event-store/stream-type.ts',
  'libs/event-store/streams.ts',
  'libs/identity/forgetting/is-registered-user.ts',
  // Asks for the id of the log's first fact alone.
  'libs/local-event-store/find-own-log.ts',
  'libs/pins/timeline/pin-timeline.ts',
  // The timeline of a pin passes over what it does not know (libs/use-cases/pin-timeline/timeline-items.spec.ts).
  'libs/use-cases/pin-timeline/find-pin-timeline.ts',
  'libs/use-cases/pin-timeline/timeline-items.ts',
  // Gives the requests as they are to the next one.
  'libs/webhooks/deliveries/batch-requests.ts',
  // Throws for a request that it cannot read: the delivery stays due until a newer release makes it.
  'libs/webhooks/deliveries/prepare-deliveries.ts',
  'libs/webhooks/outbox/follow-pins.ts',
  'libs/webhooks/outbox/outbox-pin.ts',
  'libs/webhooks/outbox/outbox-writer.ts',
  // Passes over what it does not know, by `factsOf`, as the outbox does.
  'libs/webhooks/outbox/rejoin-subscriptions.ts',
  'libs/webhooks/outbox/schedule-data.ts',
  'libs/webhooks/replays/find-period.ts',
  'libs/webhooks/replays/webhook-replay.dispatcher.ts',
];

const takes = /\b(decode|foldRecorded|advance)\b[^;]*from '(@pps\/event-store|\.\/stream-type)'/;
const reads = /\bstore\.(read|last|subscribe)\(/;
/** Pass on what they read as it is. */
const transports = /^libs\/(event-store|read-store)\//;
const defines = /^export (const|function) (decode|foldRecorded|advance)\b/m;

it('every reader of the log is on the list of those that were fed such facts', () => {
  const files = readSourceFiles(['libs', 'apps', 'projections']).filter(({ path }) => !/(\.spec|\/testing|\/index)\.ts$/.test(path));
  const reading = files.filter(({ path, text }) => takes.test(text) || defines.test(text) || (reads.test(text) && !transports.test(path)));
  expect(reading.map(({ path }) => path).sort()).toEqual(readers);
});

const projectId = 'project';
const webhookId = newId();
const outbox = streamName(outboxStream, webhookId);
const pinId = pinQueued().data.pinId;
const metadata = { ...someone, projectId, epoch: 0, schemaVersion: 1 };
const failed: PinFailed = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'No.', failedAt: someone.occurredAt } };

async function append(store: EventStore, stream: string, facts: readonly Fact[], version = 1): Promise<void> {
  const written = facts.map(({ type, data }) => ({ id: newId(), type, data, metadata: { ...metadata, schemaVersion: version } }));
  const last = await store.last(stream);
  await store.append(stream, written, last ? last.revision : 'no_stream');
}

/** The fact's data under a type that nobody declares, and under its own in a version that is yet to come. */
const appendUnknown = (store: EventStore, stream: string, { type, data }: Fact): Promise<void> =>
  append(
    store,
    stream,
    [
      { type: 'WrittenByANewerRelease', data },
      { type, data },
    ],
    99,
  );

/** An outbox process that knows one webhook, subscribed to everything. */
function outboxProcess(store: EventStore) {
  const webhook = { webhookId, projectId, epoch: 0, events: ['*'], accountIds: null, isDeleted: false, position: -1n };
  const subscriptions: WebhookOutboxDeps['subscriptions'] = { load: async () => [webhook], save: async () => undefined };
  const pins: WebhookOutboxDeps['pins'] = { load: async () => [], save: async () => undefined };
  return webhookOutboxProcess({ store, subscriptions, pins, clock: () => new Date(0) });
}

describe('beside a newer release', () => {
  it('a pin’s timeline tells what is known', () => {
    const known = pinSamples.map((fact, revision) => recordedFact({ ...fact, revision }));
    const unknown = pinSamples.map((fact) => recordedFact({ ...fact, metadata: { ...someone, schemaVersion: 99 } }));
    expect(pinTimeline([...unknown, ...known, ...unknown])).toEqual(pinTimeline(known));
    expect(pinTimeline(known)).toHaveLength(pinSamples.length);
  });

  it('the newest reservations of a month are found', async () => {
    const store = openInMemoryEventStore();
    const stream = streamName(quotaStream, 'p-2026-11');
    await appendUnknown(store, stream, { ...quotaSamples[0]!, data: { entries: [{ entryId: 'e', pinId: 'other' }] } });
    await append(store, stream, quotaSamples.slice(0, 1));
    await appendUnknown(store, stream, quotaSamples[1]!);
    const found = await new RecentReservations(new Streams(store), store).findPinIds('p', 0, '2026-11');
    expect([...found]).toEqual(['01890a5d-ac96-774b-bcce-000000000001']);
  });

  it('the data of a pin’s event is that of the known facts', async () => {
    const store = openInMemoryEventStore();
    const stream = streamName(pinStream, pinId);
    await append(store, stream, [pinQueued()]);
    await appendUnknown(store, stream, { type: 'PinEdited', data: { boardId: 'other', content: { title: 'Other' } } });
    await append(store, stream, [failed]);
    const process = outboxProcess(store);
    const [first, , , last] = await store.read(stream);
    for (const fact of [first!, last!]) await process.react([fact], null);
    const requested = (await store.read(outbox)).map((fact) => (fact.data as { readonly data: unknown }).data);
    expect(requested).toMatchObject([{ status: 'queued' }, { status: 'failed', title: 'Blue door' }]);
  });

  it('the data of a schedule’s event is that of the known facts', async () => {
    const store = openInMemoryEventStore();
    const stream = streamName(scheduleStream, scheduleCreated().data.scheduleId);
    const { boardId, content, runAt } = scheduleCreated().data;
    const edited = { type: 'ScheduleEdited', data: { boardId, content: { ...content, title: 'Green door' }, runAt, editedAt: runAt } };
    await append(store, stream, [scheduleCreated(), ...Array.from({ length: 600 }, () => edited)]);
    await appendUnknown(store, stream, { ...scheduleFired(), data: { pinId: 'other', firedAt: 'never' } });
    await append(store, stream, [scheduleFired()]);
    const fired = (await store.read(stream)).at(-1)!;
    await outboxProcess(store).react([fired], null);
    const requested = (await store.read(outbox)).map((fact) => (fact.data as { readonly data: unknown }).data);
    expect(requested).toMatchObject([{ status: 'queued', pin_id: pinId, title: 'Green door', fired_at: scheduleFired().data.firedAt }]);
  });

  it('an outbox whose newest request cannot be read gets no other; behind one that can it goes on', async () => {
    const store = openInMemoryEventStore();
    await append(store, streamName(pinStream, pinId), [pinQueued()]);
    const queued = (await store.read(streamName(pinStream, pinId)))[0]!;
    await appendUnknown(store, outbox, outboxSamples[0]!);
    await expect(outboxProcess(store).react([queued], null)).rejects.toThrow('newer release');
    expect(await store.read(outbox)).toHaveLength(2);
    const known = outboxSamples[0]!;
    await append(store, outbox, [{ ...known, data: { ...known.data, causePosition: String(queued.position - 1n) } }]);
    await outboxProcess(store).react([queued], null);
    expect((await store.read(outbox)).slice(2).map(({ type }) => type)).toEqual([known.type, known.type]);
  });

  it('nobody is taken for a stranger whose claim of the address cannot be read', async () => {
    const store = openInMemoryEventStore();
    const registered = userSamples[0]!;
    if (registered.type !== 'UserRegistered') throw new Error('the first sample is no registration');
    const { userId, emailHash } = registered.data;
    await append(store, streamName(userStream, userId), [registered]);
    const isKnown = () => isRegisteredUser({ streams: new Streams(store), store }, userId);
    expect(await isKnown()).toBe(false);
    await appendUnknown(store, streamName(emailStream, emailHash), { type: 'EmailClaimed', data: { by: userId } });
    expect(await isKnown()).toBe(true);
  });

  it('a replay makes the known deliveries due', async () => {
    const store = openInMemoryEventStore();
    const state = webhookStream.decider.evolve(webhookStream.decider.initial, webhookSamples[0]!);
    if (state.kind !== 'active') throw new Error('no webhook');
    await appendUnknown(store, outbox, outboxSamples[0]!);
    await append(store, outbox, outboxSamples);
    const live = { get: async () => ({ state, revision: 0 }) } as unknown as LiveStates;
    const streams = new Streams(store);
    const origin = { ...metadata, occurredAt: '2026-01-05T10:00:00.000Z' };
    const period = [new Date(0), new Date('2026-01-06')] as const;
    const owner = { projectId: state.projectId, epoch: state.epoch };
    const requested = await requestReplay({ streams, live, store }, new RequestReplay(webhookId, ...period, owner, origin));
    expect(requested.count).toBe(outboxSamples.length);
    const project = { kind: 'created', epoch: state.epoch };
    const present = { get: async () => ({ state: project, revision: 0 }) } as unknown as LiveStates;
    await append(store, streamName(webhookStream, webhookId), webhookSamples.slice(0, 1));
    const deps = { db: {} as Database, store, streams, live: present, clock: () => new Date(origin.occurredAt), log: () => undefined };
    await replayPortion(deps, webhookId);
    const [due] = await store.read(streamName(deliveryStream, outboxSamples[0]!.data.deliveryId));
    expect(due?.type).toBe('WebhookRedeliveryRequested');
  });
});
