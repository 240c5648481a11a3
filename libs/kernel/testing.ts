import type { Decider } from './decider';
import { fold } from './decider';
import type { Fact } from './fact';

export { countReads, type CountedReads } from './count-reads';
export { seededRandom } from './seeded-random';

/** Given these facts, when this is decided, the test checks the new facts (and may fold on). */
export function given<State, F extends Fact>(decider: Decider<State, F>, ...facts: readonly NoInfer<F>[]) {
  const state = fold(decider, facts);
  return {
    state,
    when: (decide: (state: State) => readonly F[]): readonly F[] => decide(state),
    twice: (decide: (state: State) => readonly F[]): readonly F[] => decide(fold(decider, decide(state), state)),
  };
}
