import { fold, type Decider, type Fact } from '@pps/kernel';
import type { RecordedFact } from './recorded-fact';

/** Brings one written shape straight to the newest. */
export type Upcaster = (data: unknown) => unknown;

/** A kind of stream: its name's first part, its rules, and how old shapes of its facts are read. */
export interface StreamType<State, F extends Fact> {
  readonly category: string;
  readonly decider: Decider<State, F>;
  /** By fact type: the newest schema version and an upcaster for each older one. Absent = version 1, never changed. */
  readonly schemas?: Readonly<Record<string, { readonly version: number; readonly upcasters: Readonly<Record<number, Upcaster>> }>>;
  /**
   * For streams that grow long: a snapshot of their state is written every so many facts. Raise `version` whenever the state's shape or the rules that fold
   * it change; snapshots of another version are not used.
   */
  readonly snapshot?: { readonly version: number; readonly every: number };
}

/** The stream's name, `<category>-<id>`. */
export const streamName = (type: { readonly category: string }, id: string): string => `${type.category}-${id}`;

/** The id in a stream's name, or null when the stream is of another category. */
export function streamId(type: { readonly category: string }, stream: string): string | null {
  const prefix = `${type.category}-`;
  return stream.startsWith(prefix) ? stream.slice(prefix.length) : null;
}

/** The version under which a new fact of this type is written. */
export const schemaVersion = <S, F extends Fact>(type: StreamType<S, F>, factType: string): number =>
  type.schemas?.[factType]?.version ?? 1;

/** A stored fact in its newest shape. Throws for a version without an upcaster. */
export function decode<S, F extends Fact>(type: StreamType<S, F>, recorded: RecordedFact): F {
  const newest = schemaVersion(type, recorded.type);
  const written = recorded.metadata.schemaVersion;
  if (written === newest) return { type: recorded.type, data: recorded.data } as F;
  const upcast = type.schemas?.[recorded.type]?.upcasters[written];
  if (!upcast) throw new Error(`${recorded.type} version ${written} has no upcaster to version ${newest}`);
  return { type: recorded.type, data: upcast(recorded.data) } as F;
}

/** Folds stored facts of one stream onto a state. */
export const foldRecorded = <S, F extends Fact>(
  type: StreamType<S, F>,
  facts: readonly RecordedFact[],
  from: S = type.decider.initial,
): S =>
  fold(
    type.decider,
    facts.map((fact) => decode(type, fact)),
    from,
  );
