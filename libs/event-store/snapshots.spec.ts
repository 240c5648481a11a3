import { newId } from '@pps/kernel';
import { Streams, StreamStateCache, type EventStore, type Snapshot, type Snapshots, type StreamType } from '.';
import { count, counterType, openInMemoryEventStore, someone, type Counted } from './testing';

const every = 10;
let store: EventStore;

beforeAll(() => (store = openInMemoryEventStore()));
afterAll(() => store.close());

const longType = (version = 1): StreamType<number, Counted> => ({ ...counterType(), snapshot: { version, every } });

function snapshotsInMemory() {
  const stored = new Map<string, { version: number; snapshot: Snapshot }>();
  const snapshots: Snapshots = {
    newest: (stream, version) => {
      const found = stored.get(stream);
      return Promise.resolve(found?.version === version ? found.snapshot : null);
    },
    save: (stream, version, snapshot) => {
      stored.set(stream, { version, snapshot: JSON.parse(JSON.stringify(snapshot)) as Snapshot });
      return Promise.resolve();
    },
  };
  return { stored, snapshots };
}

/** A process that knows nothing yet, and how many facts it reads. */
function coldProcess(snapshots: Snapshots) {
  let read = 0;
  const counting: EventStore = {
    ...store,
    read: async (...args) => {
      const facts = await store.read(...args);
      read += facts.length;
      return facts;
    },
  };
  return { streams: new Streams(counting, new StreamStateCache(), snapshots), read: () => read };
}

async function lived(type: StreamType<number, Counted>, id: string, facts: number, snapshots: Snapshots): Promise<void> {
  const { streams } = coldProcess(snapshots);
  for (let n = 0; n < facts; n++) await streams.decide(type, id, someone, count);
}

describe('snapshots', () => {
  it('let a cold load read the snapshot and what came after it only', async () => {
    const [type, id, { snapshots, stored }] = [longType(), newId(), snapshotsInMemory()];
    await lived(type, id, 25, snapshots);
    expect(stored.get(`${type.category}-${id}`)?.snapshot).toMatchObject({ revision: 19, state: 20 });
    const { streams, read } = coldProcess(snapshots);
    expect(await streams.load(type, id)).toEqual({
      state: 25,
      revision: 24,
      bytes: '25'.length + 5 * JSON.stringify({ by: 1, seen: 20 }).length,
    });
    // Two show that the stream is long; the fact of the snapshot itself proves that it is of this log.
    expect(read()).toBe(2 + 6);
    expect(await streams.decide(type, id, someone, count)).toMatchObject({ state: 26, revision: 25 });
  });

  it('are not asked for of a stream that is short, or not there', async () => {
    const [type, id, { snapshots }] = [longType(), newId(), snapshotsInMemory()];
    await lived(type, id, 1, snapshots);
    const asked: string[] = [];
    const { streams } = coldProcess({ ...snapshots, newest: async (stream) => (asked.push(stream), null) });
    expect(await streams.load(type, id)).toMatchObject({ state: 1 });
    expect(await streams.load(type, newId())).toMatchObject({ revision: -1 });
    expect(asked).toEqual([]);
  });

  it('are made by a cold load of a stream that was longer all the time', async () => {
    const [type, id, { snapshots, stored }] = [longType(), newId(), snapshotsInMemory()];
    await lived({ category: type.category, decider: type.decider, facts: type.facts }, id, 15, snapshots);
    expect(stored.size).toBe(0);
    await coldProcess(snapshots).streams.load(type, id);
    const next = coldProcess(snapshots);
    expect(await next.streams.load(type, id)).toMatchObject({ state: 15 });
    expect(next.read()).toBe(2 + 1);
  });

  it('of another version are not used, and are replaced', async () => {
    const [type, id, { snapshots, stored }] = [longType(), newId(), snapshotsInMemory()];
    await lived(type, id, 12, snapshots);
    const raised = { ...type, snapshot: { version: 2, every }, decider: { initial: 0, evolve: (sum: number) => sum + 100 } };
    const { streams, read } = coldProcess(snapshots);
    expect(await streams.load(raised, id)).toMatchObject({ state: 1_200 });
    expect(read()).toBe(12);
    expect(stored.get(`${type.category}-${id}`)).toMatchObject({ version: 2, snapshot: { state: 1_200 } });
  });

  it('of another log are not used', async () => {
    const [type, id, { snapshots, stored }] = [longType(), newId(), snapshotsInMemory()];
    await lived(type, id, 3, snapshots);
    stored.set(`${type.category}-${id}`, { version: 1, snapshot: { revision: 2, factId: newId(), state: 999 } });
    expect(await coldProcess(snapshots).streams.load(type, id)).toMatchObject({ state: 3 });
    stored.set(`${type.category}-${id}`, { version: 1, snapshot: { revision: 50, factId: newId(), state: 999 } });
    expect(await coldProcess(snapshots).streams.load(type, id)).toMatchObject({ state: 3 });
  });

  it('are not made of a state that leaves out what a newer release has written', async () => {
    const [type, id, { snapshots, stored }] = [longType(), newId(), snapshotsInMemory()];
    await lived(type, id, every - 2, snapshots);
    const recounted = { id: newId(), type: 'Recounted', data: null, metadata: { ...someone, schemaVersion: 1 } };
    await store.append(`${type.category}-${id}`, [recounted], every - 3);
    await lived(type, id, every, snapshots);
    expect(await coldProcess(snapshots).streams.load(type, id)).toMatchObject({ state: 2 * every - 2, revision: 2 * every - 2 });
    expect(stored.size).toBe(0);
  });

  it('cost nothing but time when they cannot be read or stored', async () => {
    const [type, id] = [longType(), newId()];
    const broken: Snapshots = { newest: () => Promise.reject(new Error('away')), save: () => Promise.reject(new Error('away')) };
    await lived(type, id, 12, broken);
    expect(await coldProcess(broken).streams.load(type, id)).toMatchObject({ state: 12 });
  });
});
