import { decode, type RecordedFact, type StreamType } from '@pps/event-store';
import type { Fact } from '@pps/kernel';

/** Each stream of a type as far as facts were taken in, by its id. */
export class FollowedStates<State, F extends Fact> {
  readonly states = new Map<string, State>();
  private readonly prefix: string;

  constructor(private readonly type: StreamType<State, F>) {
    this.prefix = `${type.category}-`;
  }

  /** Silent for a fact of another type of stream. */
  take(fact: RecordedFact): void {
    const decoded = fact.stream.startsWith(this.prefix) ? decode(this.type, fact) : null;
    if (!decoded) return;
    const id = fact.stream.slice(this.prefix.length);
    const { initial, evolve } = this.type.decider;
    this.states.set(id, evolve(this.states.get(id) ?? initial, decoded as F));
  }
}
