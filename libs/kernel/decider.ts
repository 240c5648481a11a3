/** Something that happened: a past-tense type and the data that makes it self-sufficient. */
export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** The state of one stream and how a fact changes it; decisions are plain functions from a command and a state to new facts. */
export interface Decider<State, F extends Fact> {
  readonly initial: State;
  /**
   * A method, so that deciders of different facts fit into one list. `occurredAt` is when the fact happened, as its metadata say; absent for one that
   * is only considered.
   */
  evolve(state: State, fact: F, occurredAt?: string): State;
}

/** Folds facts, oldest first, onto a state (the initial one unless given); `occurredAt` is when all of them happened. */
export function fold<State, F extends Fact>(
  decider: Decider<State, F>,
  facts: readonly F[],
  from: State = decider.initial,
  occurredAt?: string,
): State {
  return facts.reduce((state, fact) => decider.evolve(state, fact, occurredAt), from);
}
