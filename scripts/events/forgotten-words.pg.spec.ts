import { decode, FactSealing, withSealing, type RecordedFact, type SealingKeys } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { isHandled } from '@pps/read-store';
import { fedProjection } from '@pps/read-store/testing';
import { projections } from '@projections/index';
import { sealedStreams } from '../../apps/foundation/sealed-streams';
import { catalogue, type CataloguedStream } from './catalogue';
import { isSealed } from './is-sealed';

/** Seals, and opens nothing: everybody has been forgotten. */
const keys: SealingKeys = { toSeal: async () => null, toOpen: async () => new Map() };

const occurredAt = '2026-01-05T09:00:00.000Z';

type Samples = CataloguedStream['samples'];

/** Each fact alone, and after each fact that may be the first of a stream. */
function historiesOf({ type: { decider }, samples }: CataloguedStream): readonly Samples[] {
  const firsts = samples.filter(({ fact }) => decider.evolve(decider.initial, fact) !== decider.initial);
  return [...samples.map((sample) => [sample]), ...firsts.flatMap((first) => samples.map((then) => [first, then]))];
}

let streams: readonly CataloguedStream[];
/** Every history of every stream that holds words, as it is read once its organization was forgotten, in streams of their own. */
const facts: RecordedFact[] = [];

beforeAll(async () => {
  const store = withSealing(openInMemoryEventStore(), new FactSealing({ keys, streams: sealedStreams }));
  streams = (await catalogue()).streams.filter(({ type: { sealed } }) => sealed);
  for (const stream of streams) {
    for (const history of historiesOf(stream)) {
      const id = newId();
      const name = `${stream.category}-${id}`;
      const organizationId = newId();
      const added = history.map(({ fact: { type, data }, version }) => {
        const metadata = { organizationId, projectId: newId(), actor: { type: 'system' }, occurredAt, schemaVersion: version } as const;
        return { id: newId(), type, data: withOwnId(data, id, stream.category), metadata };
      });
      await store.append(name, added, 'no_stream');
      facts.push(...(await store.read(name)));
    }
  }
});

/** The data with the id of the stream that it is in, where it tells that. */
function withOwnId(data: unknown, id: string, category: string): unknown {
  const own = { apikey: 'keyId', import: 'jobId', webhook_delivery: 'deliveryId' }[category] ?? `${category}Id`;
  return typeof data === 'object' && data !== null && own in data ? { ...data, [own]: id } : data;
}

const ofStream = ({ category }: CataloguedStream) => facts.filter(({ stream }) => stream.startsWith(`${category}-`));

it('every sealed field is null', () => {
  let nulls = 0;
  for (const stream of streams) {
    for (const { type, data } of ofStream(stream)) {
      for (const [name, value] of Object.entries(data as object)) {
        if (!isSealed(stream.type, type, name)) continue;
        expect(value).toBeNull();
        nulls++;
      }
    }
  }
  expect(nulls).toBeGreaterThan(100);
});

it('every decider folds what is left, whatever came before', () => {
  for (const stream of streams) {
    const { type } = stream;
    const own = ofStream(stream).flatMap((fact) => decode(type, fact) ?? []);
    let state = type.decider.initial;
    for (const fact of own) state = type.decider.evolve(state, fact);
    for (const first of own) for (const then of own) type.decider.evolve(type.decider.evolve(type.decider.initial, first), then);
  }
});

describe('every read model has rows of what is left:', () => {
  // The index of the history reads no fact.
  it.each(projections.filter(({ name }) => name !== 'audit_facts').map((projection) => [projection.name, projection] as const))(
    '%s',
    async (_, projection) => {
      const { concerns = () => true } = projection;
      const relevant = facts
        .map((fact, index) => ({ ...fact, position: BigInt(index + 1) }))
        .filter((fact) => isHandled(projection, fact) && concerns(fact));
      if (relevant.length === 0) return;
      const fed = await fedProjection(projection);
      try {
        for (let from = 0; from < relevant.length; from += 20) await fed.feed(relevant.slice(from, from + 20));
      } finally {
        await fed.stop();
      }
    },
  );
});
