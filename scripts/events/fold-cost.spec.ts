import { factsBetween, foldRecorded, type RecordedFact } from '@pps/event-store';
import { recordedFact, someone, type Sample } from '@pps/event-store/testing';
import type { Fact } from '@pps/kernel';
import { countReads } from '@pps/kernel/testing';
import { catalogue, type CataloguedStream } from './catalogue';

// One tenant writes as many facts as it likes: where each costs more than the one before, it stops the process for everybody.

let streams: readonly CataloguedStream[];
beforeAll(async () => void ({ streams } = await catalogue()));

const few = 1_000;
const many = 20_000;

/** Facts whose number in a state is bounded by something else, and by what. */
const boundedElsewhere: Readonly<Record<string, string>> = {
  'sandbox_boards SandboxBoardCreated': 'a sandbox holds five boards',
  'user PreferencesChanged': 'one entry for each project of the organization, which has two',
  'pin PinAbandoned': 'one for each process that died between reserving a unit and queueing this very pin',
};

/** Streams that nobody can make long, and why; every other one has snapshots. */
const short: Readonly<Record<string, string>> = {
  access: 'a day of one person, of which 20 failures and 100 switches are recorded',
  asset: 'stored and deleted once',
  email: 'an address changes its owner by mailed links only',
  google: 'a Google account changes its owner by a sign-in only',
  handoff: 'used once',
  log: 'identified once',
  oauth: 'used once',
  payment_customer: 'claimed once',
  platform_pin: 'taken once',
  session: 'started and ended once',
  webhook_outbox: 'read fact by fact, never folded as a whole',
};

/** The same fact about something else: every id in it is another one. */
const another = ({ fact, version }: Sample, n: number): RecordedFact => {
  const hex = n.toString(16).padStart(12, '0');
  const data = JSON.stringify(fact.data).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => id.slice(0, -12) + hex);
  return recordedFact({
    type: fact.type,
    data: JSON.parse(data) as unknown,
    revision: n,
    metadata: { ...someone, schemaVersion: version },
  });
};

/** The state after so many facts of one kind, on top of what the stream begins with. */
function* statesAfter({ type, samples }: CataloguedStream, sample: Sample, begun: number) {
  let state: unknown = foldRecorded(type, samples.slice(0, begun).map(another));
  let before: number | undefined;
  for (let n = 1, size = few; size <= many; size = Math.min(size * 2, many)) {
    const added: RecordedFact[] = [];
    for (; n <= size; n++) added.push(another(sample, n));
    state = foldRecorded(type, added, state);
    yield { size, state };
    const length = lengthOf(state);
    // What the second thousand does not make longer, the next ones do not either.
    if (size === many || (before !== undefined && length < 1.5 * before)) return;
    before = length;
  }
}

const lengthOf = (state: unknown): number => JSON.stringify(state).length;

const readsOfNext = ({ type }: CataloguedStream, state: unknown, fact: Fact): number =>
  countReads(state, (counted) => type.decider.evolve(counted, fact)).reads;

test.each([
  ['new', 0],
  ['begun', 1],
])('the 20,000th fact of any kind costs what the 1,000th does, in a stream that is %s', (_, begun) => {
  const growing: string[] = [];
  let folded = 0;
  for (const stream of streams) {
    for (const sample of newest(stream)) {
      let first: number | undefined;
      for (const { size, state } of statesAfter(stream, sample, begun)) {
        const reads = Math.max(...stream.samples.map((next) => readsOfNext(stream, state, another(next, size))));
        first ??= reads;
        folded++;
        if (reads <= 2 * first + 100) continue;
        growing.push(`${stream.category} ${sample.fact.type}: ${first} reads after ${few}, ${reads} after ${size}`);
        // Before the fold itself takes minutes.
        break;
      }
    }
  }
  expect(growing).toEqual([]);
  expect(folded).toBeGreaterThan(100);
});

/** One sample of each type of fact, as it is written today. */
const newest = ({ category, samples, facts }: CataloguedStream): Sample[] =>
  facts
    .filter(({ name }) => !Object.hasOwn(boundedElsewhere, `${category} ${name}`))
    .flatMap(({ name, version }) => samples.find((sample) => sample.fact.type === name && sample.version === version) ?? []);

test('every stream that a tenant can make long has snapshots, and they are written ever more rarely where the state grows', () => {
  const long = streams.filter(({ category }) => !Object.hasOwn(short, category));
  expect(long.filter(({ type }) => !type.snapshot).map(({ category }) => category)).toEqual([]);
  const growing = new Map<string, number>();
  for (const { category, type, ...stream } of long) {
    for (const sample of newest({ category, type, ...stream })) {
      for (const { size, state } of statesAfter({ category, type, ...stream }, sample, 1)) {
        if (size === many && type.snapshot) growing.set(category, factsBetween(type.snapshot, state));
      }
    }
  }
  expect([...growing.keys()].sort()).toEqual(['asset_space', 'connections', 'quota']);
  expect(Math.min(...growing.values())).toBeGreaterThanOrEqual(many / 4);
});
