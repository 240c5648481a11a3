import { decode, type RecordedFact, type StreamType } from '@pps/event-store';
import type { Fact } from '@pps/kernel';

/** Each stream of a type as these facts leave it, by its id. */
export function statesOf<State, F extends Fact>(type: StreamType<State, F>, facts: readonly RecordedFact[]): Map<string, State> {
  const states = new Map<string, State>();
  const prefix = `${type.category}-`;
  for (const fact of facts) {
    const decoded = fact.stream.startsWith(prefix) ? decode(type, fact) : null;
    if (!decoded) continue;
    const id = fact.stream.slice(prefix.length);
    states.set(id, type.decider.evolve(states.get(id) ?? type.decider.initial, decoded as F));
  }
  return states;
}
