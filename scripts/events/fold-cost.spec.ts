import { factsBetween, foldRecorded, type RecordedFact } from '@pps/event-store';
import { recordedFact, someone, type Sample } from '@pps/event-store/testing';
import type { Fact } from '@pps/kernel';
import { countReads } from '@pps/kernel/testing';
import { catalogue, type CataloguedStream } from './catalogue';

// One tenant writes as many facts as it likes: where each costs more than the one before, it stops the process for everybody.

let streams: readonly CataloguedStream[];
beforeAll(async () => void ({ streams } = await catalogue()));

const few = 1_000;
const many = 10_000;

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
  authorization: 'approved once',
  device_sign_in: 'approved or refused once',
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

const textsBetweenIds = new WeakMap<Sample, readonly string[]>();

/** The data of a fact as JSON, cut where each of its ids has the digits that tell it from others. */
function textBetweenIds(sample: Sample): readonly string[] {
  const known = textsBetweenIds.get(sample);
  if (known) return known;
  const cut = JSON.stringify(sample.fact.data).replace(/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)[0-9a-f]{12}/g, '$1\0');
  const texts = cut.split('\0');
  textsBetweenIds.set(sample, texts);
  return texts;
}

/** The same fact about something else: every id in it is another one. */
const another = (sample: Sample, n: number): RecordedFact =>
  recordedFact({
    type: sample.fact.type,
    data: JSON.parse(textBetweenIds(sample).join(n.toString(16).padStart(12, '0'))) as unknown,
    revision: n,
    metadata: { ...someone, schemaVersion: sample.version },
  });

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

interface Folded {
  /** Facts that cost more after many of their kind than after few. */
  readonly growing: readonly string[];
  readonly states: number;
  /** The fewest facts between two snapshots, for each kind of stream whose state grows with the number of its facts. */
  readonly betweenSnapshots: ReadonlyMap<string, number>;
}

const foldedAlready = new Map<number, Folded>();

/** Folds every kind of fact many times, on top of so many that the stream begins with. */
function foldAll(begun: number): Folded {
  const known = foldedAlready.get(begun);
  if (known) return known;
  const growing: string[] = [];
  const betweenSnapshots = new Map<string, number>();
  let states = 0;
  for (const stream of streams) {
    for (const sample of newest(stream)) {
      let first: number | undefined;
      for (const { size, state } of statesAfter(stream, sample, begun)) {
        const { category, type } = stream;
        if (size === many && type.snapshot) {
          const between = factsBetween(type.snapshot, state);
          betweenSnapshots.set(category, Math.min(between, betweenSnapshots.get(category) ?? between));
        }
        const reads = Math.max(...stream.samples.map((next) => readsOfNext(stream, state, another(next, size))));
        first ??= reads;
        states++;
        if (reads <= 2 * first + 100) continue;
        growing.push(`${category} ${sample.fact.type}: ${first} reads after ${few}, ${reads} after ${size}`);
        // Before the fold itself takes minutes.
        break;
      }
    }
  }
  const folded = { growing, states, betweenSnapshots };
  foldedAlready.set(begun, folded);
  return folded;
}

test.each([
  ['new', 0],
  ['begun', 1],
])('the 10,000th fact of any kind costs what the 1,000th does, in a stream that is %s', (_, begun) => {
  const { growing, states } = foldAll(begun);
  expect(growing).toEqual([]);
  expect(states).toBeGreaterThan(100);
});

/** One sample of each type of fact, as it is written today. */
const newest = ({ category, samples, facts }: CataloguedStream): Sample[] =>
  facts
    .filter(({ name }) => !Object.hasOwn(boundedElsewhere, `${category} ${name}`))
    .flatMap(({ name, version }) => samples.find((sample) => sample.fact.type === name && sample.version === version) ?? []);

test('every stream that a tenant can make long has snapshots, and they are written ever more rarely where the state grows', () => {
  const long = streams.filter(({ category }) => !Object.hasOwn(short, category));
  expect(long.filter(({ type }) => !type.snapshot).map(({ category }) => category)).toEqual([]);
  const { betweenSnapshots } = foldAll(1);
  expect([...betweenSnapshots.keys()].sort()).toEqual(['asset_space', 'connections', 'quota']);
  expect(Math.min(...betweenSnapshots.values())).toBeGreaterThanOrEqual(many / 4);
});
