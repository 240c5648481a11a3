import { randomUUID } from 'node:crypto';
import {
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
  type EventData,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { appendPaths, collect, eventOf, eventsOf, freshStream, onPath, openContractClient, revisionsOf } from './contract-client';

const sized = ({ type = 'Sized', data, metadata = 0 }: { type?: string; data: number; metadata?: number }): EventData =>
  binaryEvent({ type, data: Buffer.alloc(data, 1), ...(metadata > 0 && { metadata: Buffer.alloc(metadata, 2) }) });

describe.each(appendPaths)('append by the %s call', (path) => {
  let client: EventStoreDBClient;
  beforeAll(() => void (client = openContractClient()));
  afterAll(() => client.dispose());

  const append = (stream: string, events: Parameters<EventStoreDBClient['appendToStream']>[1], expectedRevision: AppendExpectedRevision) =>
    client.appendToStream(stream, events, onPath(path, { expectedRevision }));

  const sixOneByOne = async () => {
    const stream = freshStream();
    const events = eventsOf(6);
    for (const [index, event] of events.entries()) await append(stream, event, index === 0 ? 'no_stream' : BigInt(index - 1));
    return { stream, events };
  };

  it('reports the revision and the position of the last event', async () => {
    const stream = freshStream();
    const result = await append(stream, eventsOf(3), 'no_stream');
    const events = await collect(client.readStream(stream));
    expect(result).toEqual({ success: true, nextExpectedRevision: 2n, position: events[2]!.event!.position });
    const positions = events.map(({ event }) => event!.position!.commit);
    expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(positions).size).toBe(3);
    expect(positions[0]).toBeGreaterThan(0n);
  });

  it('gives back what was written', async () => {
    const stream = freshStream('größe-日本-🎈');
    const id = randomUUID();
    const json = jsonEvent({ id, type: 'Gepinnt-日本', data: { text: 'a\u0000b"🎈', list: [1, { two: null }] }, metadata: { cause: 'ü' } });
    const binary = binaryEvent({ type: 'Bytes', data: Uint8Array.from([0, 255, 1, 128]), metadata: Uint8Array.from([7, 0, 9]) });
    const before = Date.now();
    await append(stream, [json, binary], 'any');
    const [first, second] = await collect(client.readStream(stream));
    expect(first!.event).toMatchObject({ streamId: stream, id, type: json.type, data: json.data, metadata: json.metadata, isJson: true });
    expect(Math.abs(first!.event!.created.getTime() - before)).toBeLessThan(60_000);
    expect(first!.event!.position!.commit).toBe(first!.commitPosition);
    expect(second!.event!.isJson).toBe(false);
    expect([...(second!.event!.data as Uint8Array)]).toEqual([0, 255, 1, 128]);
    expect([...(second!.event!.metadata as unknown as Uint8Array)]).toEqual([7, 0, 9]);
  });

  it.each([
    ['no_stream', 'nothing written'],
    ['any', 'nothing written'],
    [5n, 'written again'],
    [6n, 'wrong expected version'],
    [4n, 'wrong expected version'],
  ] as const)('event 0 of six again at %s: %s', async (expected, result) => {
    const { stream, events } = await sixOneByOne();
    const again = append(stream, events[0]!, expected);
    if (result === 'wrong expected version') await expect(again).rejects.toBeInstanceOf(WrongExpectedVersionError);
    else await expect(again).resolves.toMatchObject({ success: true, nextExpectedRevision: result === 'written again' ? 6n : 0n });
    expect(await revisionsOf(client.readStream(stream))).toHaveLength(result === 'written again' ? 7 : 6);
  });

  it.each(['no_stream', 'any'] as const)('the same two events again at %s are not written', async (expected) => {
    const stream = freshStream();
    const events = eventsOf(2);
    const first = await append(stream, events, 'no_stream');
    await expect(append(stream, events, expected)).resolves.toEqual(first);
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n, 1n]);
  });

  it.each([0n, 'any'] as const)('the second of two events again at %s is not written', async (expected) => {
    const stream = freshStream();
    const events = eventsOf(2);
    const first = await append(stream, events, 'no_stream');
    await expect(append(stream, events[1]!, expected)).resolves.toEqual(first);
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n, 1n]);
  });

  it.each(['no_stream', 'any'] as const)('a retry with one event more at %s is refused', async (expected) => {
    const stream = freshStream();
    const events = eventsOf(2);
    await append(stream, events, 'no_stream');
    await expect(append(stream, [...events, eventOf('More')], expected)).rejects.toBeInstanceOf(WrongExpectedVersionError);
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n, 1n]);
  });

  it('writes six events with one id, and knows them again in both ways', async () => {
    const stream = freshStream();
    const event = eventOf('Same');
    const six = Array.from({ length: 6 }, () => event);
    await expect(append(stream, six, 'no_stream')).resolves.toMatchObject({ nextExpectedRevision: 5n });
    await expect(append(stream, six, 'any')).resolves.toMatchObject({ nextExpectedRevision: 0n });
    await expect(append(stream, six, 'no_stream')).resolves.toMatchObject({ nextExpectedRevision: 5n });
    expect(await revisionsOf(client.readStream(stream))).toHaveLength(6);
  });

  it('lets two streams use one event id', async () => {
    const event = eventOf('Shared');
    const streams = [freshStream(), freshStream()];
    for (const stream of streams) await append(stream, event, 'any');
    for (const stream of streams) expect(await revisionsOf(client.readStream(stream))).toEqual([0n]);
  });

  it('names the current revision and the expectation that did not hold', async () => {
    const { stream } = await sixOneByOne();
    await expect(append(stream, eventOf('Late'), 2n)).rejects.toMatchObject({ expectedVersion: 2n, actualVersion: 5n, streamName: stream });
    await expect(append(freshStream(), eventOf('Early'), 3n)).rejects.toMatchObject({ expectedVersion: 3n });
    await expect(append(freshStream(), eventOf('Early'), 'stream_exists')).rejects.toBeInstanceOf(WrongExpectedVersionError);
  });

  it('reports a refused append as a result when the client asks for that', async () => {
    const lenient = openContractClient('throwOnAppendFailure=false');
    const stream = freshStream();
    await append(stream, eventOf('First'), 'no_stream');
    const refused = await lenient.appendToStream(stream, eventOf('Second'), onPath(path, { expectedRevision: 'no_stream' }));
    expect(refused.success).toBe(false);
    await lenient.dispose();
  });

  it('takes an append without events as a question for the revision', async () => {
    const { stream } = await sixOneByOne();
    await expect(append(stream, [], 5n)).resolves.toMatchObject({ success: true, nextExpectedRevision: 5n });
    await expect(append(stream, [], 4n)).rejects.toBeInstanceOf(WrongExpectedVersionError);
  });

  it('lets exactly one of many writers win each revision', async () => {
    const stream = freshStream();
    const attempts = await Promise.allSettled(eventsOf(30).map((event) => append(stream, event, 'no_stream')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n]);
  });

  it('numbers concurrent appends without gaps', async () => {
    const stream = freshStream();
    await Promise.all(Array.from({ length: 300 }, () => append(stream, eventsOf(2), 'any')));
    expect(await revisionsOf(client.readStream(stream))).toEqual(Array.from({ length: 600 }, (_, index) => BigInt(index)));
  });

  it('refuses appends above the limit and takes large ones below it', async () => {
    const stream = freshStream();
    const large = 'x'.repeat(1_000_000);
    await append(stream, eventOf('Large', { large }), 'any');
    const [read] = await collect(client.readStream(stream));
    expect(read!.event!.data).toEqual({ large });
    const tooLarge = append(stream, [eventOf('A', { large }), eventOf('B', { large })], 'any');
    await expect(tooLarge).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    const far = append(stream, eventOf('C', { far: 'x'.repeat(5_000_000) }), 'any');
    await expect(far).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n]);
  });

  it.each<[string, (bytes: number) => EventData[]]>([
    ['data', (bytes) => [sized({ data: bytes - 2 * 5 })]],
    ['metadata', (bytes) => [sized({ data: 100, metadata: bytes - 100 - 2 * 5 })]],
    ['a type beyond ASCII', (bytes) => [sized({ type: 'größe🎈', data: bytes - 2 * 7 })]],
    [
      'many events',
      (bytes) => [...Array.from({ length: 9 }, () => sized({ data: 100_000 })), sized({ data: bytes - 900_000 - 10 * 2 * 5 })],
    ],
  ])('takes exactly 1 MiB of data, metadata and twice the length of the types, and no byte more: %s', async (_, eventsOfSize) => {
    const stream = freshStream();
    await expect(append(stream, eventsOfSize(1_048_576), 'no_stream')).resolves.toMatchObject({ success: true });
    const refused = append(stream, eventsOfSize(1_048_577), 'any');
    await expect(refused).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    await expect(refused).rejects.toMatchObject({ maxAppendSize: 1_048_576 });
    expect(await revisionsOf(client.readStream(stream))).toHaveLength(eventsOfSize(1_048_576).length);
  });

  it('refuses a tombstoned stream whatever is expected', async () => {
    const { stream, events } = await sixOneByOne();
    await client.tombstoneStream(stream);
    for (const expected of ['any', 'no_stream', 'stream_exists', 5n] as const) {
      await expect(append(stream, events[0]!, expected)).rejects.toBeInstanceOf(StreamDeletedError);
    }
  });

  it('refuses what cannot be stored and stays usable', async () => {
    await expect(append(freshStream(), jsonEvent({ id: 'no-uuid', type: 'A', data: {} }), 'any')).rejects.toThrow();
    await expect(append(freshStream(), jsonEvent({ type: '', data: {} }), 'any')).rejects.toThrow();
    await expect(append(`${freshStream()}\u0000`, eventOf('A'), 'any')).rejects.toThrow();
    await expect(append('$$', eventOf('A'), 'any')).rejects.toThrow();
    await expect(append(freshStream(), eventOf('A'), 'no_stream')).resolves.toMatchObject({ nextExpectedRevision: 0n });
  });
});
