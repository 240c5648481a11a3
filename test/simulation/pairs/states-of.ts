import type { RecordedFact, StreamType } from '@pps/event-store';
import type { Fact } from '@pps/kernel';
import { FollowedStates } from './followed-states';

/** Each stream of a type as these facts leave it, by its id. */
export function statesOf<State, F extends Fact>(type: StreamType<State, F>, facts: readonly RecordedFact[]): Map<string, State> {
  const followed = new FollowedStates(type);
  for (const fact of facts) followed.take(fact);
  return followed.states;
}
