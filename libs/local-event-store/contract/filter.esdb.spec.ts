import {
  END,
  eventTypeFilter,
  excludeSystemEvents,
  streamNameFilter,
  type EventStoreDBClient,
  type Filter,
  type Position,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { collect, eventOf, eventsOf, freshStream, openContractClient, until } from './contract-client';

describe('filtered subscriptions to $all', () => {
  let client: EventStoreDBClient;
  let start: Position;
  let own: string;
  beforeAll(async () => {
    client = openContractClient();
    own = freshStream('filter');
    start = (await client.appendToStream(freshStream(), eventOf('Start'))).position!;
    await client.appendToStream(`${own}-a`, [eventOf('ToyQueued'), eventOf('ToyPublished'), eventOf('Other')]);
    await client.appendToStream(`${own}-b`, [eventOf('ToyQueued'), eventOf('$system')]);
    await client.setStreamMetadata(`${own}-a`, { maxCount: 100 });
  });
  afterAll(() => client.dispose());

  const seenWith = async (filter: Filter) => {
    const seen: string[] = [];
    let caughtUp = false;
    const subscription = client.subscribeToAll({ fromPosition: start, filter });
    subscription.on('data', ({ event }: ResolvedEvent) => {
      if (event!.streamId.includes(own)) seen.push(`${event!.type}@${event!.streamId.replace(own, '')}`);
    });
    subscription.on('caughtUp', () => (caughtUp = true));
    await until('caught up', () => caughtUp);
    await subscription.unsubscribe();
    return seen;
  };

  it.each<[string, () => Filter, string[]]>([
    ['type prefix', () => eventTypeFilter({ prefixes: ['ToyQ'] }), ['ToyQueued@-a', 'ToyQueued@-b']],
    ['type prefixes', () => eventTypeFilter({ prefixes: ['ToyP', 'Oth'] }), ['ToyPublished@-a', 'Other@-a']],
    ['type expression', () => eventTypeFilter({ regex: '^Toy(Queued|Lost)$' }), ['ToyQueued@-a', 'ToyQueued@-b']],
    ['type in the wrong case', () => eventTypeFilter({ prefixes: ['pinq'] }), []],
    ['stream prefix', () => streamNameFilter({ prefixes: [`${own}-b`] }), ['ToyQueued@-b', '$system@-b']],
    ['metastream prefix', () => streamNameFilter({ prefixes: [`$$${own}`] }), ['$metadata@$$-a']],
    ['stream expression', () => streamNameFilter({ regex: `^${own}-[ac]$` }), ['ToyQueued@-a', 'ToyPublished@-a', 'Other@-a']],
    ['no system events', () => excludeSystemEvents(), ['ToyQueued@-a', 'ToyPublished@-a', 'Other@-a', 'ToyQueued@-b']],
  ])('%s', async (_, filter, expected) => {
    expect(await seenWith(filter())).toEqual(expected);
  });

  it('reports progress while nothing matches: when caught up, and then every interval, never twice', async () => {
    const stream = freshStream('unwanted');
    const { position: before } = await client.appendToStream(stream, eventOf('Unwanted'));
    const { position: reached } = await client.appendToStream(stream, eventsOf(5, 'Unwanted'));
    const reported: bigint[] = [];
    let caughtUpAfter = -1;
    const subscription = client.subscribeToAll({
      fromPosition: before!,
      filter: eventTypeFilter({
        prefixes: ['Wanted'],
        maxSearchWindow: 4,
        checkpointInterval: 2,
        checkpointReached: async (_, { commit }) => void reported.push(commit),
      }),
    });
    const wanted: string[] = [];
    subscription.on('data', ({ event }: ResolvedEvent) => wanted.push(event!.type));
    subscription.on('caughtUp', () => (caughtUpAfter = reported.length));
    await until('caught up', () => caughtUpAfter >= 0);
    const reportedAtCatchUp = caughtUpAfter;
    expect(reportedAtCatchUp).toBeGreaterThan(0);
    // Others may have written since, and more have been reported.
    const atCatchUp = reported[reportedAtCatchUp - 1]!;
    expect(atCatchUp).toBeGreaterThanOrEqual(reached!.commit);

    for (let round = 0; round < 16; round += 1) await client.appendToStream(stream, eventOf('Unwanted'));
    await until('two more checkpoints', () => reported.length >= reportedAtCatchUp + 2);
    const later = (await collect(client.readAll({ fromPosition: { commit: atCatchUp, prepare: atCatchUp } }))).map(
      ({ commitPosition }) => commitPosition,
    );
    expect(reported.slice(reportedAtCatchUp, reportedAtCatchUp + 2)).toEqual([later[8], later[16]]);
    expect(new Set(reported).size).toBe(reported.length);
    expect(wanted).toEqual([]);
    await subscription.unsubscribe();
  });

  it('reports a checkpoint behind the event it counts, and goes on from it', async () => {
    const stream = freshStream('resumed');
    const order: string[] = [];
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: streamNameFilter({
        prefixes: [stream],
        maxSearchWindow: 1,
        checkpointInterval: 1,
        checkpointReached: async (_, { commit }) => void order.push(`checkpoint ${commit}`),
      }),
    });
    subscription.on('caughtUp', () => order.push('caughtUp'));
    subscription.on('data', ({ event }: ResolvedEvent) => order.push(`event ${event!.position!.commit}`));
    await until('caught up', () => order.includes('caughtUp'));
    const { position } = await client.appendToStream(stream, eventOf('Counted'));
    await until('a checkpoint', () => order.includes(`checkpoint ${position!.commit}`));
    const own = order.filter((entry) => entry === 'caughtUp' || entry.endsWith(` ${position!.commit}`));
    expect(own).toEqual(['caughtUp', `event ${position!.commit}`, `checkpoint ${position!.commit}`]);
    await subscription.unsubscribe();
  });
});
