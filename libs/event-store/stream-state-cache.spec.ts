import { Streams, StreamStateCache, type StreamType } from '.';
import { counterType, openInMemoryEventStore, recordedFact, someone, type Counted } from './testing';

const type = counterType();
const stream = `${type.category}-1`;
const at = (revision: number) => recordedFact({ stream, revision });
const learned = (cache: StreamStateCache, revision: number) =>
  cache.learn(type, stream, async () => ({ state: revision + 1, revision, bytes: 0 }));

describe('the cache of states', () => {
  it('advances by each fact that is next and never goes back', async () => {
    const cache = new StreamStateCache();
    await learned(cache, 3);
    for (const revision of [2, 3, 4, 4]) cache.observe(at(revision));
    expect(cache.get(type, stream)).toMatchObject({ state: 5, revision: 4 });
    await learned(cache, 1);
    expect(cache.get(type, stream)).toMatchObject({ state: 5, revision: 4 });
  });

  it('does not lose a fact that goes by while a load is in flight', async () => {
    const cache = new StreamStateCache();
    const load = cache.learn(type, stream, async () => {
      cache.observe(at(1));
      return { state: 1, revision: 0, bytes: 0 };
    });
    expect(await load).toMatchObject({ revision: 0 });
    expect(cache.get(type, stream)).toBeUndefined();
  });

  it('caches what one of two overlapping loads learned when no fact went by', async () => {
    const cache = new StreamStateCache();
    await cache.learn(type, stream, async () => {
      await learned(cache, 1);
      return { state: 1, revision: 0, bytes: 0 };
    });
    expect(cache.get(type, stream)).toMatchObject({ revision: 1 });
  });

  it('drops a state that a gap separates from the newest fact', async () => {
    const cache = new StreamStateCache();
    await learned(cache, 0);
    cache.observe(at(2));
    expect(cache.get(type, stream)).toBeUndefined();
  });

  it('drops a state that cannot take a fact, instead of failing those who brought it', async () => {
    const cache = new StreamStateCache();
    await learned(cache, 0);
    cache.observe({ ...at(1), metadata: { ...at(1).metadata, schemaVersion: 0 } });
    expect(cache.get(type, stream)).toBeUndefined();
  });

  it('leaves a state as it is for a fact that only a newer release knows, and goes on with the next', async () => {
    const cache = new StreamStateCache();
    await learned(cache, 0);
    cache.observe({ ...at(1), metadata: { ...at(1).metadata, schemaVersion: 9 } });
    cache.observe({ ...at(2), type: 'Recounted', data: { by: 100 } });
    expect(cache.get(type, stream)).toMatchObject({ state: 1, revision: 2 });
    cache.observe(at(3));
    expect(cache.get(type, stream)).toMatchObject({ state: 2, revision: 3 });
  });

  it('gives a state only to the type that folded it', async () => {
    const cache = new StreamStateCache();
    await learned(cache, 0);
    const { category, facts } = type;
    const other: StreamType<string, Counted> = { category, facts, decider: { initial: 'none', evolve: () => 'some' } };
    expect(cache.get(other, stream)).toBeUndefined();
    await cache.learn(other, stream, async () => ({ state: 'some', revision: 0, bytes: 0 }));
    expect(cache.get(other, stream)).toMatchObject({ state: 'some' });
  });

  it('is bounded', async () => {
    const cache = new StreamStateCache(2);
    for (const id of ['1', '2', '3']) await cache.learn(type, id, async () => ({ state: 0, revision: -1, bytes: 0 }));
    expect(['1', '2', '3'].map((id) => cache.get(type, id) !== undefined)).toEqual([false, true, true]);
  });

  it('is bounded by what its states were folded from, too, and keeps no state that alone is more', async () => {
    const cache = new StreamStateCache(100, 10_000);
    const learn = (id: string, bytes: number) => cache.learn(type, id, async () => ({ state: 0, revision: 0, bytes }));
    for (const id of ['1', '2', '3']) await learn(id, 4_000);
    expect(['1', '2', '3'].map((id) => cache.get(type, id) !== undefined)).toEqual([false, true, true]);
    await learn('4', 20_000);
    expect(cache.get(type, '4')).toBeUndefined();
    expect(cache.get(type, '3')).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
  });

  it('counts what is appended, read and observed', async () => {
    const store = openInMemoryEventStore();
    const long: Counted = { type: 'Counted', data: { by: 1, seen: 0, note: 'x'.repeat(5_000) } as Counted['data'] };
    const [writer, reader] = [new Streams(store), new Streams(store)];
    await writer.decide(type, '1', someone, () => [long, long]);
    await reader.load(type, '1');
    for (const { states } of [writer, reader]) {
      expect(states.bytes).toBeGreaterThan(10_000);
      states.observe(recordedFact({ stream: `${type.category}-1`, revision: 2, data: long.data }));
      expect(states.bytes).toBeGreaterThan(15_000);
      expect(states.bytes).toBeLessThan(16_000);
    }
  });
});
