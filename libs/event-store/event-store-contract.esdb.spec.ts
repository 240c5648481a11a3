import { newId } from '@pps/kernel';
import { leastTurnsOfBusyLoop } from '../../test/setup/turns-of-busy-loop';
import { AppendRefused, openEventStore, StoreUnavailable, WrongRevision, type EventStore, type NewFact, type RecordedFact } from '.';
import { openInMemoryEventStore, someone } from './testing';

const aFact = (changes: Partial<NewFact> = {}): NewFact => ({
  id: newId(),
  type: 'Counted',
  data: { by: 1 },
  metadata: { ...someone, schemaVersion: 1 },
  ...changes,
});

/** The first so many facts after a position that are of this stream. */
async function firstOf(store: EventStore, after: bigint | null, stream: string, count: number): Promise<RecordedFact[]> {
  const ending = new AbortController();
  const facts: RecordedFact[] = [];
  for await (const fact of store.subscribe(after, ending.signal)) {
    if (fact.stream === stream) facts.push(fact);
    if (facts.length === count) break;
  }
  return facts;
}

describe.each([
  ['the real event store', () => openEventStore(process.env.EVENTSTORE_URL ?? '')],
  ['the one in memory', () => openInMemoryEventStore()],
])('%s', (_, open) => {
  let store: EventStore;
  let stream: string;
  beforeEach(() => {
    store = open();
    stream = `counter-${newId()}`;
  });
  afterEach(() => store.close());

  const append = (facts: readonly NewFact[], expected: number | 'no_stream') => store.append(stream, facts, expected);

  describe('an append', () => {
    it('is given back as it was written, in copies of their own', async () => {
      const stored = { text: 'größe 🎈', list: [1, { two: null }], moment: '1970-01-01T00:00:00.000Z' };
      const fact = aFact({ data: { ...stored, absent: undefined, moment: new Date(0) } });
      const answer = await append([fact, aFact()], 'no_stream');
      const [first, second] = await store.read(stream);
      expect(first).toEqual({ ...fact, data: stored, stream, revision: 0, position: expect.any(BigInt), recordedAt: expect.any(Date) });
      expect(answer).toEqual({ revision: 1, position: second?.position });
      expect(Number(second?.position)).toBeGreaterThan(Number(first?.position));
      expect(Math.abs(Date.now() - Number(first?.recordedAt))).toBeLessThan(60_000);
      (first?.data as { list: unknown[] }).list.push('spoiled');
      expect((await store.read(stream))[0]?.data).toEqual(stored);
    });

    it.each<[string, number | 'no_stream']>([
      ['no stream', 'no_stream'],
      ['an earlier revision', 0],
      ['a later revision', 5],
    ])('that expects %s is refused, and nothing of it is written', async (_what, expected) => {
      await append([aFact(), aFact()], 'no_stream');
      await expect(append([aFact()], expected)).rejects.toBeInstanceOf(WrongRevision);
      await expect(store.append(`counter-${newId()}`, [aFact()], 0)).rejects.toBeInstanceOf(WrongRevision);
      expect(await store.read(stream)).toHaveLength(2);
    });

    it('that repeats what is there is answered as before, however far the stream has come', async () => {
      const [first, second, third] = [aFact(), aFact(), aFact()];
      const answer = await append([first, second], 'no_stream');
      await append([third], 1);
      expect(await append([first, second], 'no_stream')).toEqual(answer);
      expect(await append([second], 0)).toEqual(answer);
      expect(await append([first], 'no_stream')).toMatchObject({ revision: 0 });
      expect(await store.read(stream)).toHaveLength(3);
    });

    it('of many facts is written whole and in order, in a process that is busy without a turn of its event loop for each', async () => {
      await store.identity();
      const factsOfMany = () => Array.from({ length: 300 }, (_, by) => aFact({ data: { by } }));
      const work = () => store.append(`counter-${newId()}`, factsOfMany(), 'no_stream');
      expect(await leastTurnsOfBusyLoop(150, work)).toBeLessThan(150);
      const facts = factsOfMany();
      expect(await append(facts, 'no_stream')).toMatchObject({ revision: 299 });
      expect((await store.read(stream)).map(({ id }) => id)).toEqual(facts.map(({ id }) => id));
    });

    it('that begins together with others ends for itself, and so does its repeat', async () => {
      await append([aFact()], 'no_stream');
      const asked = Array.from({ length: 120 }, (_, index) => ({ name: index === 7 ? stream : `counter-${newId()}`, fact: aFact() }));
      const appendAll = () => Promise.allSettled(asked.map(({ name, fact }) => store.append(name, [fact], 'no_stream')));
      const outcomes = await appendAll();
      expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7]);
      expect(outcomes[7]).toMatchObject({ reason: expect.any(WrongRevision) as unknown });
      expect(await appendAll()).toEqual(outcomes);
    });

    it('that repeats but in part is refused', async () => {
      const [first, second] = [aFact(), aFact()];
      await append([first, second], 'no_stream');
      await expect(append([first, second, aFact()], 'no_stream')).rejects.toBeInstanceOf(WrongRevision);
      await expect(append([second, first], 'no_stream')).rejects.toBeInstanceOf(WrongRevision);
      expect(await store.read(stream)).toHaveLength(2);
    });

    it('on the right revision is written, also with an id that is there', async () => {
      const fact = aFact();
      await append([fact], 'no_stream');
      expect(await append([fact], 0)).toMatchObject({ revision: 1 });
      expect((await store.read(stream)).map(({ id }) => id)).toEqual([fact.id, fact.id]);
    });

    it('of nothing writes nothing, and is refused where the revision is wrong', async () => {
      expect(await append([], 'no_stream')).toEqual({ revision: 0, position: 0n });
      expect(await store.last(stream)).toBeNull();
      await append([aFact(), aFact()], 'no_stream');
      expect(await append([], 1)).toEqual({ revision: 1, position: 0n });
      await expect(append([], 0)).rejects.toBeInstanceOf(WrongRevision);
    });

    it('that is too large or malformed is refused', async () => {
      const large = () => aFact({ data: { text: 'x'.repeat(1024 * 1024) } });
      await expect(append([large()], 'no_stream')).rejects.toBeInstanceOf(AppendRefused);
      await expect(append([aFact(), large(), large(), large(), large(), large()], 'no_stream')).rejects.toBeInstanceOf(AppendRefused);
      await expect(append([aFact({ id: 'none' })], 'no_stream')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(append([aFact(), aFact({ id: 'none' })], 'no_stream')).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await store.read(stream)).toEqual([]);
    });
  });

  describe('a read', () => {
    it('begins where it is asked to, and ends at the end or after so many', async () => {
      await append([aFact(), aFact(), aFact(), aFact()], 'no_stream');
      const revisions = async (...range: [from?: number, most?: number]) =>
        (await store.read(stream, ...range)).map(({ revision }) => revision);
      expect(await revisions()).toEqual([0, 1, 2, 3]);
      expect(await revisions(2)).toEqual([2, 3]);
      expect(await revisions(1, 2)).toEqual([1, 2]);
      expect(await revisions(9)).toEqual([]);
      expect(await store.last(stream)).toMatchObject({ revision: 3 });
    });

    it('of a stream that is not there is empty', async () => {
      expect([await store.read(stream), await store.last(stream)]).toEqual([[], null]);
    });
  });

  describe('the log', () => {
    it('has an identity that stays, and a head that every append moves on', async () => {
      const [identity, before] = [await store.identity(), await store.head()];
      const { position } = await append([aFact()], 'no_stream');
      expect(position).toBeGreaterThan(before);
      expect(await store.head()).toBeGreaterThanOrEqual(position);
      expect([identity.length > 0, await store.identity()]).toEqual([true, identity]);
    });

    it('gives each fact of one append a position of its own, so that who stops after any of them misses none of the others', async () => {
      const { position: last } = await append([aFact(), aFact(), aFact(), aFact()], 'no_stream');
      const written = await store.read(stream);
      const positions = written.map(({ position }) => position);
      expect(new Set(positions).size).toBe(4);
      expect(positions.at(-1)).toBe(last);
      for (const [index, position] of positions.slice(0, -1).entries()) {
        const following = await firstOf(store, position, stream, 3 - index);
        expect(following.map(({ id, position: at }) => [id, at])).toEqual(written.slice(index + 1).map(({ id, position: at }) => [id, at]));
      }
    });

    it('is followed from its beginning, from a position, and live', async () => {
      const before = await store.head();
      const { position } = await append([aFact(), aFact()], 'no_stream');
      const revisions = async (after: bigint | null, count: number) =>
        (await firstOf(store, after, stream, count)).map(({ revision }) => revision);
      expect(await revisions(null, 2)).toEqual([0, 1]);
      expect(await revisions(before, 2)).toEqual([0, 1]);
      const live = revisions(position, 2);
      await append([aFact()], 1);
      await append([aFact()], 2);
      expect(await live).toEqual([2, 3]);
    });

    it('begins with an event of the store itself', async () => {
      for await (const { id, stream: first } of store.subscribe(null, new AbortController().signal)) {
        expect([first.startsWith('$'), id]).toEqual([true, await store.identity()]);
        break;
      }
      expect.assertions(1);
    });

    it('is followed until the follower or the store ends it', async () => {
      const ending = new AbortController();
      const head = await store.head();
      const follow = async (signal: AbortSignal) => {
        for await (const fact of store.subscribe(head, signal)) if (fact.stream === stream) ending.abort();
        return 'ended';
      };
      const [byFollower, byStore] = [follow(ending.signal), follow(new AbortController().signal)];
      await append([aFact()], 'no_stream');
      expect(await byFollower).toBe('ended');
      await expect(follow(ending.signal)).rejects.toThrow('aborted');
      await store.close();
      expect(await byStore).toBe('ended');
    });
  });
});
