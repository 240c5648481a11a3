import { pause } from '@pps/concurrency';
import { newId, Rejected } from '@pps/kernel';
import { eventually } from '../../test/setup/eventually';
import { tcpProxy, type TcpProxy } from '../../test/setup/tcp-proxy';
import { throughProxy } from '../../test/setup/through-proxy';
import { Streams, openEventStore, streamName, WrongRevision, type EventStore } from '.';
import { count, counterType, someone, type Counted } from './testing';

const type = counterType();
const url = process.env.EVENTSTORE_URL ?? '';
let store: EventStore;
let proxy: TcpProxy;
let proxied: EventStore;
let impatient: EventStore;

beforeAll(async () => {
  store = openEventStore(url);
  proxy = await tcpProxy(Number(new URL(url).port));
  const behindProxy = throughProxy(url, proxy);
  proxied = openEventStore(behindProxy, { appendTimeoutMs: 1_000, patienceMs: 120_000 });
  impatient = openEventStore(behindProxy, { appendTimeoutMs: 1_000, patienceMs: 4_000 });
});
afterAll(async () => {
  await Promise.all([store.close(), proxied.close(), impatient.close()]);
  await proxy.stop();
});

const factsOf = async (id: string) => (await store.read(streamName(type, id))).map(({ data }) => data as Counted['data']);

/** Streams whose cache has not heard of the last fact of the stream. */
async function behindByOne(): Promise<{ id: string; streams: Streams }> {
  const id = newId();
  const streams = new Streams(store);
  await streams.decide(type, id, someone, count);
  await new Streams(store).decide(type, id, someone, count);
  return { id, streams };
}

describe('the door to the log', () => {
  it('lands 50 parallel runs on one stream, each once and each decided on what was there', async () => {
    const id = newId();
    // The mutex waits 20 s for each, not 1 s: on a machine that stands still for longer all would go ahead at once.
    const timers = { pause: (ms: number, signal?: AbortSignal) => pause(20 * ms, signal), random: Math.random };
    const streams = new Streams(store, undefined, undefined, timers);
    await Promise.all(Array.from({ length: 50 }, () => streams.decide(type, id, someone, count)));
    expect((await factsOf(id)).map(({ seen }) => seen)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('lands runs of several processes on one stream', async () => {
    const id = newId();
    const all = [new Streams(store), new Streams(store)];
    for (let round = 0; round < 10; round++) await Promise.all(all.map((streams) => streams.decide(type, id, someone, count)));
    expect((await factsOf(id)).map(({ seen }) => seen)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('decides a rejection again on the newest state before it throws it', async () => {
    const { id, streams } = await behindByOne();
    const states: number[] = [];
    const onlyFromTwoOn = (state: number) => {
      states.push(state);
      if (state < 2) throw new Rejected('conflict', 'not yet');
      return count(state);
    };
    expect(await streams.decide(type, id, someone, onlyFromTwoOn)).toMatchObject({ state: 3, revision: 2 });
    expect(states).toEqual([1, 2]);
    const never = () => {
      throw new Rejected('conflict', 'no');
    };
    await expect(streams.decide(type, id, someone, never)).rejects.toThrow(new Rejected('conflict', 'no'));
  });

  it('decides silence again on the newest state', async () => {
    const { id, streams } = await behindByOne();
    expect(await streams.decide(type, id, someone, (state) => (state < 2 ? [] : count(state)))).toMatchObject({ revision: 2 });
    expect(await streams.decide(type, id, someone, () => [])).toMatchObject({ revision: 2, facts: [], position: null });
  });

  it('checks an expected revision by the stream, not by its cache, and refuses any other', async () => {
    const { id, streams } = await behindByOne();
    await expect(streams.decide(type, id, someone, count, { expectedRevision: 0 })).rejects.toBeInstanceOf(WrongRevision);
    const other = await behindByOne();
    expect(await other.streams.decide(type, other.id, someone, count, { expectedRevision: 1 })).toMatchObject({ revision: 2 });
  });

  it('decides on the initial state for an id that is new, and finds out when it is not', async () => {
    const { id } = await behindByOne();
    expect(await new Streams(store).decide(type, id, someone, count, { fresh: true })).toMatchObject({ state: 3, revision: 2 });
    expect((await factsOf(id)).map(({ seen }) => seen)).toEqual([0, 1, 2]);
  });

  it('writes an append once whose answer was lost, and knows its position', async () => {
    const id = newId();
    const streams = new Streams(proxied);
    await streams.decide(type, id, someone, count);
    proxy.dropAnswers();
    const running = streams.decide(type, id, someone, count);
    await eventually('the append', async () => ((await factsOf(id)).length === 2 ? true : undefined));
    proxy.pass();
    proxy.cut();
    const { revision, position } = await running;
    const [, fact] = await store.read(streamName(type, id));
    expect({ revision, position }).toEqual({ revision: 1, position: fact?.position });
    expect(await factsOf(id)).toHaveLength(2);
  });

  it('gives up after a bounded time when the store does not answer, and the same ids make the repeat harmless', async () => {
    const id = newId();
    const factId = newId();
    const options = { fresh: true, factId: () => factId };
    // Connected before it hears nothing more.
    await eventually('a connection', () =>
      impatient.head().then(
        () => true,
        () => undefined,
      ),
    );
    proxy.dropAnswers();
    const refused = new Streams(impatient).decide(type, id, someone, count, options);
    await expect(refused).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await eventually('the append', async () => ((await factsOf(id)).length === 1 ? true : undefined));
    proxy.pass();
    proxy.cut();
    expect(await new Streams(proxied).decide(type, id, someone, count, options)).toMatchObject({ revision: 0 });
    expect(await factsOf(id)).toHaveLength(1);
  });
});
