import { END, START, StreamDeletedError, type EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client';
import { eventOf, eventsOf, freshStream, openContractClient, until } from './contract-client';

type AnySubscription = ReturnType<EventStoreDBClient['subscribeToStream']> | ReturnType<EventStoreDBClient['subscribeToAll']>;

/** What came out of a subscription, in order: types of events, `caughtUp` and errors. */
function record(subscription: AnySubscription, describeEvent: (event: ResolvedEvent) => string = ({ event }) => event!.type): string[] {
  const seen: string[] = [];
  subscription.on('caughtUp', () => seen.push('caughtUp'));
  subscription.on('data', (event: ResolvedEvent) => seen.push(describeEvent(event)));
  subscription.on('error', (error: Error) => seen.push(error.constructor.name));
  return seen;
}

describe('subscriptions', () => {
  let client: EventStoreDBClient;
  const open: AnySubscription[] = [];
  const opened = <T extends AnySubscription>(subscription: T): T => {
    open.push(subscription);
    return subscription;
  };
  beforeAll(() => void (client = openContractClient()));
  afterEach(async () => {
    for (const subscription of open.splice(0)) await subscription.unsubscribe();
  });
  afterAll(() => client.dispose());

  it('sends what was written, then caught up, then what is written', async () => {
    const stream = freshStream();
    await client.appendToStream(stream, [eventOf('A'), eventOf('B')]);
    const seen = record(opened(client.subscribeToStream(stream, { fromRevision: START })));
    await until('caught up', () => seen.includes('caughtUp'));
    await client.appendToStream(stream, [eventOf('C'), eventOf('D')]);
    await until('live events', () => seen.includes('D'));
    expect(seen).toEqual(['A', 'B', 'caughtUp', 'C', 'D']);
  });

  it('starts after the revision given', async () => {
    const stream = freshStream();
    await client.appendToStream(stream, [eventOf('A'), eventOf('B'), eventOf('C')]);
    const seen = record(opened(client.subscribeToStream(stream, { fromRevision: 0n })));
    await until('caught up', () => seen.includes('caughtUp'));
    expect(seen).toEqual(['B', 'C', 'caughtUp']);
  });

  it('sends only new events from the end', async () => {
    const stream = freshStream();
    await client.appendToStream(stream, eventOf('Old'));
    const ofStream = record(opened(client.subscribeToStream(stream, { fromRevision: END })));
    const own = ({ event }: ResolvedEvent) => (event!.streamId === stream ? event!.type : 'of another test');
    const ofAll = record(opened(client.subscribeToAll({ fromPosition: END })), own);
    await until('caught up', () => ofStream.includes('caughtUp') && ofAll.includes('caughtUp'));
    await client.appendToStream(stream, eventOf('New'));
    await until('the new event', () => ofStream.includes('New') && ofAll.includes('New'));
    expect(ofStream).toEqual(['caughtUp', 'New']);
    expect(ofAll.filter((seen) => seen !== 'of another test')).toEqual(['caughtUp', 'New']);
  });

  it('waits for a stream that does not exist or was soft-deleted', async () => {
    const missing = freshStream();
    const deleted = freshStream();
    await client.appendToStream(deleted, eventOf('Hidden'));
    await client.deleteStream(deleted);
    const seen = [missing, deleted].map((stream) => record(opened(client.subscribeToStream(stream))));
    await until('caught up', () => seen.every((events) => events.includes('caughtUp')));
    for (const stream of [missing, deleted]) await client.appendToStream(stream, eventOf('Born'));
    await until('first events', () => seen.every((events) => events.includes('Born')));
    expect(seen).toEqual([
      ['caughtUp', 'Born'],
      ['caughtUp', 'Born'],
    ]);
  });

  it('refuses a tombstoned stream, and ends with the tombstone of a living one', async () => {
    const stream = freshStream();
    await client.appendToStream(stream, eventOf('A'));
    const living = record(opened(client.subscribeToStream(stream)));
    await until('caught up', () => living.includes('caughtUp'));
    await client.tombstoneStream(stream);
    await until('the end', () => living.includes(StreamDeletedError.name));
    expect(living).toEqual(['A', 'caughtUp', '$streamDeleted', StreamDeletedError.name]);
    const late = record(opened(client.subscribeToStream(stream)));
    await until('the refusal', () => late.includes(StreamDeletedError.name));
    expect(late).toEqual([StreamDeletedError.name]);
  });

  it('sends $all after a position, each event once and in order, while others write', async () => {
    const stream = freshStream();
    const { position } = await client.appendToStream(stream, eventOf('Before'));
    const writing = Promise.all(Array.from({ length: 200 }, () => client.appendToStream(stream, eventsOf(3, 'Counted'))));
    const positions: bigint[] = [];
    const revisions: bigint[] = [];
    const subscription = opened(client.subscribeToAll({ fromPosition: position! }));
    subscription.on('data', ({ event }: ResolvedEvent) => {
      positions.push(event!.position!.commit);
      if (event!.streamId === stream) revisions.push(event!.revision);
    });
    await writing;
    await until('600 events', () => revisions.length >= 600);
    expect(revisions).toEqual(Array.from({ length: 600 }, (_, index) => BigInt(index + 1)));
    expect(positions.every((at, index) => index === 0 || at > positions[index - 1]!)).toBe(true);
  });

  it('loses nothing when the subscriber is slow', async () => {
    const stream = freshStream();
    const subscription = opened(client.subscribeToStream(stream));
    const parts: number[] = [];
    const reading = (async () => {
      for await (const { event } of subscription) {
        parts.push((event!.data as { number: number }).number);
        if (parts.length % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        if (parts.length === 600) return;
      }
    })();
    for (let number = 0; number < 600; number += 100) {
      const events = Array.from({ length: 100 }, (_, index) => eventOf('Slow', { number: number + index, text: 'x'.repeat(5_000) }));
      await client.appendToStream(stream, events);
    }
    await reading;
    expect(parts).toEqual(Array.from({ length: 600 }, (_, index) => index));
  });

  it('serves many subscriptions at once', async () => {
    const stream = freshStream();
    const all = Array.from({ length: 40 }, () => record(opened(client.subscribeToStream(stream))));
    await until('caught up', () => all.every((seen) => seen.includes('caughtUp')));
    await client.appendToStream(stream, [eventOf('A'), eventOf('B')]);
    await until('two events each', () => all.every((seen) => seen.length === 3));
    expect(new Set(all.map(String))).toEqual(new Set(['caughtUp,A,B']));
  });
});
