import { type Decider, fold, type Fact } from './decider';

/** Given these facts, when this is decided, the test checks the new facts (and may fold on). */
export function given<State, F extends Fact>(decider: Decider<State, F>, ...facts: readonly NoInfer<F>[]) {
  const state = fold(decider, facts);
  return {
    state,
    when: (decide: (state: State) => readonly F[]): readonly F[] => decide(state),
    twice: (decide: (state: State) => readonly F[]): readonly F[] => decide(fold(decider, decide(state), state)),
  };
}

/** What some work answered, and how many fields and items of its input it read. */
export interface CountedReads<Answer> {
  readonly answer: Answer;
  readonly reads: number;
}

/**
 * Counts the fields and items that the work reads of a value that JSON can hold, however deep they lie: a measure of its cost that no busy machine
 * changes. What `work` answers may refer to the counted value: use it for nothing else.
 */
export function countReads<Value, Answer>(value: Value, work: (counted: Value) => Answer): CountedReads<Answer> {
  let reads = 0;
  const counted = <Part>(part: Part): Part => {
    if (typeof part !== 'object' || part === null) return part;
    return new Proxy(part, {
      get(target, key) {
        reads++;
        return counted(Reflect.get(target, key) as unknown);
      },
      has(target, key) {
        reads++;
        return Reflect.has(target, key);
      },
      getOwnPropertyDescriptor(target, key) {
        reads++;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      ownKeys(target) {
        const keys = Reflect.ownKeys(target);
        reads += keys.length;
        return keys;
      },
    });
  };
  const answer = work(counted(value));
  return { answer, reads };
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
