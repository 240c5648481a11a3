import { foldRecorded, schemaVersion, StreamStateCache, type RecordedFact } from '@pps/event-store';
import { recordedFact, someone, type Sample } from '@pps/event-store/testing';
import { catalogue, type CataloguedStream } from './catalogue';

// A newer release may run beside this one and write what this one does not know: it must not change what is decided here.

// Fields that an `evolve` would apply if it took the fact for one of its own.
const data = {
  epoch: 99,
  userId: null,
  scopes: ['destructive'],
  accountIds: null,
  name: 'x',
  profileRef: null,
  status: 'active',
  entries: [],
};

let streams: readonly CataloguedStream[];
beforeAll(async () => void ({ streams } = await catalogue()));

const recorded = ({ fact, version }: Sample, revision: number): RecordedFact =>
  recordedFact({ ...fact, revision, metadata: { ...someone, schemaVersion: version } });

/** Of a type that nobody declares, and of each type of the stream in a version that is yet to come. */
const unknownTo = ({ type, facts }: CataloguedStream, revision: number): RecordedFact[] => [
  recordedFact({ type: 'WrittenByANewerRelease', data, revision }),
  ...facts.map(({ name }) =>
    recordedFact({ type: name, data, revision, metadata: { ...someone, schemaVersion: schemaVersion(type, name) + 1 } }),
  ),
];

it('every state stays as it is at a fact or version that only a newer release knows, wherever it comes', () => {
  let folded = 0;
  for (const stream of streams) {
    for (let length = 0; length <= stream.samples.length; length++) {
      const known = stream.samples.slice(0, length).map(recorded);
      const state = foldRecorded(stream.type, known);
      for (const unknown of unknownTo(stream, length)) {
        expect(foldRecorded(stream.type, [unknown], state)).toBe(state);
        expect(foldRecorded(stream.type, [...known, unknown])).toEqual(state);
        folded++;
      }
    }
  }
  expect(folded).toBeGreaterThan(100);
});

it('a cache of states leaves the state as it is at such a fact and advances to its revision', async () => {
  for (const stream of streams) {
    const name = `${stream.category}-1`;
    const known = stream.samples.map(recorded).map((fact) => ({ ...fact, stream: name }));
    const state = foldRecorded(stream.type, known);
    for (const unknown of unknownTo(stream, known.length)) {
      const cache = new StreamStateCache();
      await cache.learn(stream.type, name, async () => ({ state, revision: known.length - 1, bytes: 0 }));
      cache.observe({ ...unknown, stream: name });
      expect(cache.get(stream.type, name)).toMatchObject({ revision: known.length, isPartial: true });
      expect(cache.get(stream.type, name)?.state).toBe(state);
    }
  }
});
