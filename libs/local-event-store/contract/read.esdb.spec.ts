import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  type EventStoreDBClient,
  type ReadRevision,
} from '@eventstore/db-client';
import { collect, eventOf, eventsOf, freshStream, openContractClient, revisionsOf } from './contract-client';

describe('reads', () => {
  let client: EventStoreDBClient;
  let stream: string;
  const count = 10;
  beforeAll(async () => {
    client = openContractClient();
    stream = freshStream();
    for (const event of eventsOf(count)) await client.appendToStream(stream, event);
  });
  afterAll(() => client.dispose());

  it.each<[typeof FORWARDS | typeof BACKWARDS, ReadRevision, number | undefined, number[]]>([
    [FORWARDS, START, undefined, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [FORWARDS, START, 3, [0, 1, 2]],
    [FORWARDS, 7n, undefined, [7, 8, 9]],
    [FORWARDS, 7n, 1, [7]],
    [FORWARDS, 10n, undefined, []],
    [FORWARDS, 1_000_000n, undefined, []],
    [FORWARDS, END, undefined, []],
    [BACKWARDS, END, undefined, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
    [BACKWARDS, END, 1, [9]],
    [BACKWARDS, 2n, undefined, [2, 1, 0]],
    [BACKWARDS, 1_000n, 2, [9, 8]],
    [BACKWARDS, START, undefined, [0]],
  ])('%s from %s, at most %s', async (direction, fromRevision, maxCount, expected) => {
    const read = client.readStream(stream, { direction, fromRevision, ...(maxCount === undefined ? {} : { maxCount }) });
    expect(await revisionsOf(read)).toEqual(expected.map(BigInt));
  });

  it('says that a stream never written is not found', async () => {
    await expect(collect(client.readStream(freshStream()))).rejects.toBeInstanceOf(StreamNotFoundError);
  });

  it('says that a stream with metadata only is not found', async () => {
    const only = freshStream();
    await client.setStreamMetadata(only, { maxCount: 3 });
    await expect(collect(client.readStream(only))).rejects.toBeInstanceOf(StreamNotFoundError);
  });

  it('says that a tombstoned stream is deleted, also with a name that no header can carry', async () => {
    const gone = freshStream('fort-日本');
    await client.appendToStream(gone, eventsOf(2));
    await client.tombstoneStream(gone);
    await expect(collect(client.readStream(gone))).rejects.toBeInstanceOf(StreamDeletedError);
    await expect(client.getStreamMetadata(gone)).rejects.toBeInstanceOf(StreamDeletedError);
  });

  it('refuses a count of zero', async () => {
    await expect(collect(client.readStream(stream, { maxCount: 0 }))).rejects.toThrow();
  });

  it('reads $all forwards from a position inclusive and backwards exclusive', async () => {
    const [third] = await collect(client.readStream(stream, { fromRevision: 3n, maxCount: 1 }));
    const position = third!.event!.position!;
    const [forwards] = await collect(client.readAll({ fromPosition: position, maxCount: 1 }));
    expect(forwards!.event).toMatchObject({ streamId: stream, revision: 3n });
    const backwards = await collect(client.readAll({ fromPosition: position, direction: BACKWARDS, maxCount: 1 }));
    expect(backwards[0]!.event!.position!.commit).toBeLessThan(position.commit);
  });

  it('reads the newest event of $all right after it was written', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { position } = await client.appendToStream(stream, eventOf('Newest'));
      const [newest] = await collect(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
      expect(newest!.event!.position!.commit).toBeGreaterThanOrEqual(position!.commit);
    }
  });

  it('has system events, tombstones and metadata in $all, in order and once', async () => {
    const own = freshStream();
    await client.appendToStream(own, eventOf('Own'));
    await client.setStreamMetadata(own, { maxCount: 1 });
    await client.tombstoneStream(own);
    const all = await collect(client.readAll());
    const positions = all.map(({ event }) => event!.position!.commit);
    expect(positions.every((position, index) => index === 0 || position > positions[index - 1]!)).toBe(true);
    const ours = all.map(({ event }) => event!).filter(({ streamId }) => streamId === own || streamId === `$$${own}`);
    expect(ours.map(({ type, revision }) => [type, revision])).toEqual([
      ['Own', 0n],
      ['$metadata', 0n],
      ['$streamDeleted', 9223372036854775807n],
    ]);
    expect(all[0]!.event!.type.startsWith('$')).toBe(true);
    const backwards = await collect(client.readAll({ direction: BACKWARDS, fromPosition: END }));
    const seenBefore = backwards.map(({ event }) => event!.position!.commit).filter((position) => position <= positions.at(-1)!);
    expect(seenBefore).toEqual(positions.toReversed());
  });

  it('ends empty at both ends of $all', async () => {
    expect(await collect(client.readAll({ fromPosition: END }))).toEqual([]);
    expect(await collect(client.readAll({ direction: BACKWARDS, fromPosition: START }))).toEqual([]);
  });

  it('refuses a position whose commit is below its prepare', async () => {
    await expect(collect(client.readAll({ fromPosition: { commit: 1n, prepare: 2n } }))).rejects.toThrow();
  });

  it('reads more than one page of a long stream both ways', async () => {
    const long = freshStream();
    for (let part = 0; part < 3; part += 1) await client.appendToStream(long, eventsOf(700));
    const upwards = Array.from({ length: 2100 }, (_, index) => BigInt(index));
    expect(await revisionsOf(client.readStream(long))).toEqual(upwards);
    expect(await revisionsOf(client.readStream(long, { direction: BACKWARDS, fromRevision: END }))).toEqual(upwards.reverse());
  });

  it('waits for a slow reader without losing anything', async () => {
    const big = freshStream();
    for (let part = 0; part < 20; part += 1) await client.appendToStream(big, eventOf('Big', { text: 'x'.repeat(500_000), part }));
    const parts: unknown[] = [];
    for await (const { event } of client.readStream(big)) {
      parts.push((event!.data as { part: number }).part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(parts).toEqual(Array.from({ length: 20 }, (_, part) => part));
  });

  it('goes on after many cancelled reads', async () => {
    for (let round = 0; round < 50; round += 1) {
      const read = client.readAll();
      await new Promise((resolve) => read.once('data', resolve));
      await read.cancel();
    }
    expect(await revisionsOf(client.readStream(stream, { maxCount: 1 }))).toEqual([0n]);
  });
});
