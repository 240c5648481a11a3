import type { Decider, Fact } from '@pps/kernel';
import { happenedAt } from './happened-at';
import type { RecordedFact } from './recorded-fact';

/** Brings one written shape straight to the newest. */
export type Upcaster = (data: unknown) => unknown;

/** The schema version that is written today: 1 for a shape that never changed, else with an upcaster for each older version. */
export type FactSchema = 1 | { readonly version: number; readonly upcasters: Readonly<Record<number, Upcaster>> };

export interface SnapshotRule<State> {
  readonly version: number;
  /** The least number of facts between two snapshots. */
  readonly every: number;
  /** For a state that grows: how many items it holds. Snapshots are then written after a quarter of as many facts, so that each fact costs about four items. */
  itemsOf?(state: State): number;
}

/** The least number of facts between a snapshot and the next one, which holds this state. */
export const factsBetween = <State>({ every, itemsOf }: SnapshotRule<State>, state: State): number =>
  Math.max(every, Math.ceil((itemsOf?.(state) ?? 0) / 4));

/** A kind of stream: its name's first part, its rules, its facts and how old shapes of them are read. */
export interface StreamType<State, F extends Fact> {
  readonly category: string;
  readonly decider: Decider<State, F>;
  /** Every fact of the stream that this release can read; what a newer release writes beside it is left out of every state. */
  readonly facts: { readonly [Type in F['type']]: FactSchema };
  /** Facts after which all that is shown is as it was: `updated_at` stays, and they have no moment of their own. */
  readonly unshown?: readonly F['type'][];
  /**
   * Fields that hold what people wrote, by fact: paths such as `content.title` and `rows[].errorMessage`. They are stored sealed under the organization's key
   * and read in the clear; null once the organization was forgotten. A list or object is sealed whole. A path stays for as long as a stored shape has it.
   */
  readonly sealed?: { readonly [Type in F['type']]?: readonly string[] };
  /**
   * For streams that grow long: a snapshot of their state is written every so many facts. Raise `version` whenever the state's shape or the rules that fold
   * it change; snapshots of another version are not used.
   */
  readonly snapshot?: SnapshotRule<State>;
}

/** The stream's name, `<category>-<id>`. */
export const streamName = (type: { readonly category: string }, id: string): string => `${type.category}-${id}`;

/** The id in a stream's name, or null when the stream is of another category. */
export function streamId(type: { readonly category: string }, stream: string): string | null {
  const prefix = `${type.category}-`;
  return stream.startsWith(prefix) ? stream.slice(prefix.length) : null;
}

/** The id of the stream that a fact of this type of stream is in. */
export const idOf = ({ stream }: { readonly stream: string }, type: { readonly category: string }): string =>
  stream.slice(type.category.length + 1);

/** The version under which a new fact of this type is written. Throws for a type that the stream does not declare. */
export function schemaVersion<S, F extends Fact>({ facts }: StreamType<S, F>, factType: F['type']): number {
  const schema: FactSchema | undefined = facts[factType];
  if (schema === undefined) throw new Error(`the stream declares no fact ${factType}`);
  return schema === 1 ? 1 : schema.version;
}

/**
 * A stored fact in its newest shape, or null for a type or a newer version that this release does not know: a newer release runs beside it. Throws
 * for an older version without an upcaster.
 */
export function decode<S, F extends Fact>(type: StreamType<S, F>, recorded: RecordedFact): RecordedFact<F> | null {
  if (!declares(type, recorded)) return null;
  const newest = schemaVersion(type, recorded.type);
  const written = recorded.metadata.schemaVersion;
  if (written === newest) return recorded;
  if (written > newest) return null;
  const schema: FactSchema = type.facts[recorded.type as F['type']];
  const upcast = schema === 1 ? undefined : schema.upcasters[written];
  if (!upcast) throw new Error(`${recorded.type} version ${written} has no upcaster to version ${newest}`);
  return { ...recorded, data: upcast(recorded.data), metadata: { ...recorded.metadata, schemaVersion: newest } };
}

/** The one place that takes the log's word for the shape of a fact: the stream has written nothing else under this type and version. */
const declares = <S, F extends Fact>({ facts }: StreamType<S, F>, recorded: RecordedFact): recorded is RecordedFact<F> =>
  Object.hasOwn(facts, recorded.type);

/** Folds stored facts of one stream onto a state, which stays as it is for those that this release does not know. */
export const foldRecorded = <S, F extends Fact>(
  type: StreamType<S, F>,
  facts: readonly RecordedFact[],
  from: S = type.decider.initial,
): S =>
  facts.reduce((state, recorded) => {
    const fact = decode(type, recorded);
    return fact ? type.decider.evolve(state, fact, happenedAt(fact)) : state;
  }, from);

/** The state of a stream as of one of its facts. */
export interface KnownState<State> {
  readonly state: State;
  /** −1 for a stream known to be absent. */
  readonly revision: number;
  /** Facts that this release does not know were left out: a newer release must not find such a state in a snapshot. */
  readonly isPartial?: true;
  /** Of the facts, or of the snapshot and the facts since, that it was folded from, as they are stored: how much memory it may take. */
  readonly bytes: number;
}

/** The length of a fact's data, or of a snapshot's state, as JSON. */
export const encodedBytes = (data: unknown): number => JSON.stringify(data)?.length ?? 0;

/** The state after newer facts of its stream, oldest first. Throws for a fact of an older version without an upcaster. */
export function advance<State, F extends Fact>(
  type: StreamType<State, F>,
  known: KnownState<State>,
  newer: readonly RecordedFact[],
): KnownState<State> {
  const last = newer.at(-1);
  if (!last) return known;
  const isPartial = known.isPartial || newer.some((fact) => !decode(type, fact));
  const bytes = newer.reduce((sum, { data }) => sum + encodedBytes(data), known.bytes);
  return { state: foldRecorded(type, newer, known.state), revision: last.revision, bytes, ...(isPartial && { isPartial }) };
}
