import {
  BACKWARDS,
  END,
  jsonEvent,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { collect, eventOf, eventsOf, freshStream, openContractClient, revisionsOf } from './contract-client';

describe('retention and deletion', () => {
  let client: EventStoreDBClient;
  beforeAll(() => void (client = openContractClient()));
  afterAll(() => client.dispose());

  const written = async (count: number) => {
    const stream = freshStream();
    await client.appendToStream(stream, eventsOf(count), { expectedRevision: 'no_stream' });
    return stream;
  };
  const metadataEvents = async (stream: string) =>
    (await collect(client.readAll())).map(({ event }) => event!).filter(({ streamId }) => streamId === `$$${stream}`);

  it('gives back metadata as it was set, newest wins', async () => {
    const stream = await written(1);
    expect((await client.getStreamMetadata(freshStream())).metadata).toBeUndefined();
    await client.setStreamMetadata(stream, { maxCount: 5 });
    await client.setStreamMetadata(stream, { maxAge: 60, cacheControl: 9, truncateBefore: 0, owner: 'us', acl: { readRoles: ['a'] } });
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({
      maxAge: 60,
      cacheControl: 9,
      truncateBefore: 0,
      owner: 'us',
      acl: { readRoles: ['a'] },
    });
    expect(await revisionsOf(client.readStream(`$$${stream}`))).toEqual([1n]);
  });

  it('shows the newest $maxCount events', async () => {
    const stream = await written(5);
    await client.setStreamMetadata(stream, { maxCount: 2 });
    expect(await revisionsOf(client.readStream(stream))).toEqual([3n, 4n]);
    expect(await revisionsOf(client.readStream(stream, { fromRevision: 1n, maxCount: 1 }))).toEqual([3n]);
    expect(await revisionsOf(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }))).toEqual([4n, 3n]);
    await client.appendToStream(stream, eventOf('Next'), { expectedRevision: 4n });
    expect(await revisionsOf(client.readStream(stream))).toEqual([4n, 5n]);
  });

  it('hides events before $tb and ignores limits of zero', async () => {
    const stream = await written(5);
    await client.setStreamMetadata(stream, { truncateBefore: 3, maxCount: 0, maxAge: 0 });
    expect(await revisionsOf(client.readStream(stream))).toEqual([3n, 4n]);
    await client.setStreamMetadata(stream, { truncateBefore: 99 });
    expect(await revisionsOf(client.readStream(stream))).toEqual([]);
    await client.setStreamMetadata(stream, {});
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n, 1n, 2n, 3n, 4n]);
  });

  it('retains young events with $maxAge', async () => {
    const stream = await written(2);
    await client.setStreamMetadata(stream, { maxAge: 3600 });
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n, 1n]);
  });

  it('takes metadata that is not JSON as none', async () => {
    const stream = await written(3);
    await client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: 'not an object' as never }));
    expect(await revisionsOf(client.readStream(stream))).toEqual([0n, 1n, 2n]);
  });

  it('hides a soft-deleted stream but not its events in $all', async () => {
    const stream = await written(2);
    const { position } = await client.deleteStream(stream, { expectedRevision: 1n });
    await expect(collect(client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError);
    const [deletion] = await metadataEvents(stream);
    expect(deletion!.position).toEqual(position);
    const ours = (await collect(client.readAll())).filter(({ event }) => event!.streamId === stream);
    expect(ours).toHaveLength(2);
  });

  it('goes on numbering after a soft delete, and refuses a second first append', async () => {
    const stream = await written(2);
    await client.deleteStream(stream);
    await expect(client.appendToStream(stream, eventsOf(3), { expectedRevision: 'no_stream' })).resolves.toMatchObject({
      nextExpectedRevision: 4n,
    });
    expect(await revisionsOf(client.readStream(stream))).toEqual([2n, 3n, 4n]);
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 2 });
    await expect(client.appendToStream(stream, eventOf('D'), { expectedRevision: 'no_stream' })).rejects.toBeInstanceOf(
      WrongExpectedVersionError,
    );
  });

  it('writes two appends at any after a soft delete', async () => {
    const stream = await written(1);
    await client.deleteStream(stream);
    await client.appendToStream(stream, eventOf('A'), { expectedRevision: 'any' });
    await client.appendToStream(stream, eventOf('B'), { expectedRevision: 'any' });
    expect(await revisionsOf(client.readStream(stream))).toEqual([1n, 2n]);
  });

  it('knows a retry of the first append after a soft delete, without a position', async () => {
    const stream = freshStream();
    const events = eventsOf(2);
    await client.appendToStream(stream, events, { expectedRevision: 'no_stream' });
    await client.deleteStream(stream);
    const retry = await client.appendToStream(stream, events, { expectedRevision: 'no_stream' });
    expect(retry).toEqual({ success: true, nextExpectedRevision: 1n, position: undefined });
    await expect(collect(client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError);
  });

  it('calls a soft-deleted stream deleted when it must exist', async () => {
    const stream = await written(1);
    await client.deleteStream(stream);
    await expect(client.appendToStream(stream, eventOf('A'), { expectedRevision: 'stream_exists' })).rejects.toBeInstanceOf(
      StreamDeletedError,
    );
  });

  it('brings a soft-deleted stream back when its metadata is written, other keys unchanged', async () => {
    const stream = await written(2);
    await client.deleteStream(stream);
    await client.setStreamMetadata(stream, { maxCount: 10, owner: 'us' });
    expect((await metadataEvents(stream)).map(({ data }) => data)).toEqual([
      { $tb: Number(9223372036854775807n) },
      { $maxCount: 10, owner: 'us' },
      { $tb: 2, $maxCount: 10, owner: 'us' },
    ]);
    expect(await revisionsOf(client.readStream(stream))).toEqual([]);
    await client.appendToStream(stream, eventOf('Back'), { expectedRevision: 1n });
    expect(await revisionsOf(client.readStream(stream))).toEqual([2n]);
  });

  it('deletes with the expected revision only', async () => {
    const stream = await written(3);
    await expect(client.deleteStream(stream, { expectedRevision: 0n })).rejects.toMatchObject({
      streamName: stream,
      expectedVersion: 0n,
      actualVersion: 2n,
    });
    await expect(client.tombstoneStream(stream, { expectedRevision: 'no_stream' })).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await expect(client.deleteStream(freshStream())).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await client.tombstoneStream(stream, { expectedRevision: 2n });
  });

  it('tombstones for ever, also what was never written', async () => {
    for (const expectedRevision of ['any', 'no_stream'] as const) {
      const stream = freshStream();
      const { position } = await client.tombstoneStream(stream, { expectedRevision });
      expect(position!.commit).toBeGreaterThan(0n);
      await expect(client.tombstoneStream(stream)).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(client.deleteStream(stream)).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(client.setStreamMetadata(stream, {})).rejects.toBeInstanceOf(StreamDeletedError);
    }
  });
});
