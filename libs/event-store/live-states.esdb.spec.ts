import { newId } from '@pps/kernel';
import { eventually } from '../../test/setup/eventually';
import { tcpProxy, type TcpProxy } from '../../test/setup/tcp-proxy';
import { throughProxy } from '../../test/setup/through-proxy';
import { Streams, LiveStates, openEventStore, type EventStore } from '.';
import { count, counterType, someone } from './testing';

const type = counterType();
const url = process.env.EVENTSTORE_URL ?? '';
const stores: EventStore[] = [];
let proxy: TcpProxy;

function openStore(at = url): EventStore {
  const store = openEventStore(at);
  stores.push(store);
  return store;
}

beforeAll(async () => (proxy = await tcpProxy(Number(new URL(url).port))));
afterAll(async () => {
  for (const store of stores) await store.close();
  await proxy.stop();
});

/** One process's live states, and the reads of streams that they needed. */
function liveStates(store: EventStore, subscriptions: EventStore = store, patienceMs?: number) {
  const reads: string[] = [];
  const counting: EventStore = {
    ...store,
    subscribe: subscriptions.subscribe,
    read: (stream, ...rest) => {
      reads.push(stream);
      return store.read(stream, ...rest);
    },
  };
  return { reads, live: new LiveStates(counting, new Streams(counting), patienceMs) };
}

describe('live states', () => {
  it('show another process what was appended before it asked, without a read once the stream is known', async () => {
    const writer = new Streams(openStore());
    const store = openStore();
    // A follower that is late on a busy machine is waited for, so that a read shows one that is not told at all.
    const { live, reads } = liveStates(store, store, 120_000);
    await live.start();
    const id = newId();
    expect(await live.get(type, id)).toMatchObject({ state: 0, revision: -1 });
    for (let state = 1; state <= 50; state++) {
      await writer.decide(type, id, someone, count);
      expect(await live.get(type, id)).toMatchObject({ state, revision: state - 1 });
    }
    expect(reads).toHaveLength(1);
    live.stop();
  });

  it('read the head of the log only where this process does not know it', async () => {
    const store = openStore();
    // Other specs append to this log too, so what it read is kept: a second read may find more.
    const reads: bigint[] = [];
    const head = async () => {
      reads.push(await store.head());
      return reads.at(-1)!;
    };
    const counting: EventStore = { ...store, head };
    let known: bigint | undefined;
    const live = new LiveStates(counting, new Streams(counting), undefined, () => known);
    await live.start();
    known = 2n ** 60n;
    const before = reads.length;
    expect(await live.head()).toBe(known);
    known = 0n;
    // What it has seen of the log is newer.
    expect(await live.head()).toBeGreaterThan(0n);
    expect(reads).toHaveLength(before);
    known = undefined;
    expect(await live.head()).toBe(reads.at(-1));
    expect(reads).toHaveLength(before + 1);
    live.stop();
  });

  it('read the stream themselves while their follower is behind, and are right all the same', async () => {
    const direct = openStore();
    const { live, reads } = liveStates(direct, openStore(throughProxy(url, proxy)));
    await live.start();
    const id = newId();
    await live.get(type, id);
    proxy.dropAnswers();
    for (let state = 1; state <= 3; state++) {
      await new Streams(direct).decide(type, id, someone, count);
      expect(await live.get(type, id)).toMatchObject({ state });
    }
    expect(reads.length).toBeGreaterThanOrEqual(4);
    proxy.pass();
    proxy.cut();
    await eventually('an answer without a read', async () => {
      const before = reads.length;
      await live.get(type, id);
      return reads.length === before ? true : undefined;
    });
    live.stop();
  });

  it('say as of which position an organization has been written last, and the head itself while their follower is behind', async () => {
    const writer = openStore();
    const { live } = liveStates(openStore(), openStore(throughProxy(url, proxy)));
    await live.start();
    const write = async (organizationId: string) =>
      (await new Streams(writer).decide(type, newId(), { ...someone, organizationId }, count)).position ?? 0n;
    const [quiet, busy] = [newId(), newId()];
    const own = await write(quiet);
    for (let other = 0; other < 20; other++) await write(busy);
    // What other specs append at the same time names no organization, and concerns everybody.
    const last = await eventually('the follower at the head', async () => {
      const found = await live.lastWriteOf(quiet, await write(busy));
      return found < (await live.head()) ? found : undefined;
    });
    expect(last).toBeGreaterThanOrEqual(own);
    proxy.dropAnswers();
    const behind = await write(busy);
    expect(await live.lastWriteOf(quiet, behind)).toBe(behind);
    proxy.pass();
    proxy.cut();
    live.stop();
  });

  it('go on when a stream holds a fact that cannot be folded', async () => {
    const store = openStore();
    const { live, reads } = liveStates(store);
    await live.start();
    const [sick, healthy] = [newId(), newId()];
    await live.get(type, sick);
    await live.get(type, healthy);
    const metadata = { ...someone, schemaVersion: 0 };
    await store.append(`${type.category}-${sick}`, [{ id: newId(), type: 'Counted', data: { by: 1 }, metadata }], 'no_stream');
    await expect(live.get(type, sick)).rejects.toThrow('Counted version 0');
    await new Streams(store).decide(type, healthy, someone, count);
    expect(await live.get(type, healthy)).toMatchObject({ state: 1 });
    await eventually('an answer without a read', async () => {
      const before = reads.length;
      await live.get(type, healthy);
      return reads.length === before ? true : undefined;
    });
    live.stop();
  });
});
