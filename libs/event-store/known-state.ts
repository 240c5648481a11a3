import type { Fact } from '@pps/kernel';
import type { RecordedFact } from './recorded-fact';
import { decode, foldRecorded, type StreamType } from './stream-type';

/** The state of a stream as of one of its facts. */
export interface KnownState<State> {
  readonly state: State;
  /** −1 for a stream known to be absent. */
  readonly revision: number;
  /** Facts that this release does not know were left out: a newer release must not find such a state in a snapshot. */
  readonly isPartial?: true;
}

/** The state after newer facts of its stream, oldest first. Throws for a fact of an older version without an upcaster. */
export function advance<State, F extends Fact>(
  type: StreamType<State, F>,
  known: KnownState<State>,
  newer: readonly RecordedFact[],
): KnownState<State> {
  const last = newer.at(-1);
  if (!last) return known;
  const isPartial = known.isPartial || newer.some((fact) => !decode(type, fact));
  return { state: foldRecorded(type, newer, known.state), revision: last.revision, ...(isPartial && { isPartial }) };
}
