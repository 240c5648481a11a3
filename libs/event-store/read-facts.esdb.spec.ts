import { EventStoreDBClient, StreamDeletedError, UnavailableError } from '@eventstore/db-client';
import { TimedOut } from '@pps/concurrency';
import { newId } from '@pps/kernel';
import { eventually } from '../../test/setup/eventually';
import { tcpProxy, type TcpProxy } from '../../test/setup/tcp-proxy';
import { throughProxy } from '../../test/setup/through-proxy';
import { openEventStore, StoreUnavailable, type EventStore } from '.';
import { readFacts, type StreamQuestion } from './read-facts';
import { someone } from './testing';

const url = process.env.EVENTSTORE_URL ?? '';
const credentials = { username: '-', password: '-' };
let store: EventStore;
let client: EventStoreDBClient;
let proxy: TcpProxy;
let stream: string;

beforeAll(async () => {
  store = openEventStore(url);
  proxy = await tcpProxy(Number(new URL(url).port));
  client = EventStoreDBClient.connectionString(throughProxy(url, proxy));
});
afterAll(async () => {
  await Promise.all([store.close(), client.dispose()]);
  await proxy.stop();
});
beforeEach(() => void (stream = `counter-${newId()}`));

const read = (question: Omit<StreamQuestion, 'stream'>, timeoutMs = 300_000) =>
  readFacts(client, { stream, ...question }, { requiresLeader: true }, timeoutMs);
const revisions = async (question: Omit<StreamQuestion, 'stream'>) => (await read(question)).map(({ revision }) => revision);
const connected = () => eventually('a connection', () => read({ from: 'first' }).catch(() => undefined));
const connectionOf = () => (client as unknown as { getChannel(): Promise<object> }).getChannel();
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}
const append = (count: number) =>
  store.append(
    stream,
    Array.from({ length: count }, () => ({ id: newId(), type: 'Counted', data: {}, metadata: { ...someone, schemaVersion: 1 } })),
    'no_stream',
  );

describe('a read of one stream', () => {
  it('gives what the store gives, from the first, from a revision, or the last, and nothing of an absent stream', async () => {
    expect([await read({ from: 'first' }), await read({ from: 3 }), await read({ from: 'last', maxCount: 1 })]).toEqual([[], [], []]);
    await append(4);
    expect(await revisions({ from: 'first' })).toEqual([0, 1, 2, 3]);
    expect(await revisions({ from: 2 })).toEqual([2, 3]);
    expect(await revisions({ from: 1, maxCount: 2 })).toEqual([1, 2]);
    expect(await revisions({ from: 'last', maxCount: 1 })).toEqual([3]);
    expect(await revisions({ from: 9 })).toEqual([]);
  });

  it('begins with the first fact that is kept, and is empty where the stream was deleted so that it may come again', async () => {
    await append(4);
    await client.setStreamMetadata(stream, { truncateBefore: 2 }, { credentials });
    expect(await revisions({ from: 'first' })).toEqual([2, 3]);
    await client.deleteStream(stream, { credentials });
    expect(await read({ from: 'first' })).toEqual([]);
  });

  it('of a stream that was deleted for ever is no empty one, and is not asked again', async () => {
    await append(1);
    await client.tombstoneStream(stream, { credentials });
    await expect(read({ from: 'first' })).rejects.toBeInstanceOf(StreamDeletedError);
    await expect(store.read(stream)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.last(stream)).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('ends when it took too long, and the client does not take that for a lost connection', async () => {
    await append(1);
    await read({ from: 'first' });
    const connection = await connectionOf();
    proxy.dropAnswers();
    await expect(read({ from: 'first' }, 300)).rejects.toBeInstanceOf(TimedOut);
    await turns(10);
    expect(await connectionOf()).toBe(connection);
    proxy.pass();
    proxy.cut();
    expect(await connected()).toHaveLength(1);
  });

  it('is never an empty stream where its connection ends', async () => {
    await append(1);
    for (let round = 0; round < 12; round++) {
      await connected();
      proxy.dropAnswers();
      const outcome = read({ from: 'first' }).then(
        ({ length }) => length,
        (error: unknown) => (error as Error).constructor,
      );
      await turns(round);
      proxy.pass();
      proxy.cut();
      expect([1, UnavailableError]).toContain(await outcome);
    }
  });
});
