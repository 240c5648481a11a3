import type { EventStore, NewFact, RecordedFact } from '@pps/event-store';
import { VirtualLog } from '../virtual-log';
import type { Turns } from './turns';

/** What orders all appends: positions in the log, which read models follow. */
export const logOrder = 'log';

/** Streams whose ids are chance: what touches one counts as touching all, so that it is the same in every interleaving. */
const ofRandomId = /^(apikey|webhook|webhook_delivery|import)-.*$/;

/** The log in memory; every call of a task waits for its turn. */
export class PairLog {
  readonly facts: RecordedFact[] = [];
  /** Streams that were there before any command. */
  private readonly known = new Set<string>();
  private readonly log: VirtualLog;

  constructor(
    clock: () => Date,
    private readonly turns: Turns,
    private readonly onFact: (fact: RecordedFact) => void,
  ) {
    this.log = new VirtualLog(clock, (fact) => {
      this.facts.push(fact);
      this.onFact(fact);
    });
  }

  get head(): bigint {
    return BigInt(this.facts.length);
  }

  /** Everything that another log had. */
  copy(facts: readonly RecordedFact[]): void {
    for (const { stream } of facts) this.known.add(stream);
    for (const fact of facts) this.log.append(fact.stream, [fact], fact.revision === 0 ? 'no_stream' : fact.revision - 1);
  }

  /** A fact that no command of this world makes, at once. */
  given(stream: string, fact: NewFact): void {
    const { length } = this.log.read(stream);
    this.log.append(stream, [fact], length === 0 ? 'no_stream' : length - 1);
  }

  seenBy(task: string, written: (stream: string, fact: NewFact) => NewFact = (_, fact) => fact): EventStore {
    const { turns, log } = this;
    const touched = (stream: string) => (this.known.has(stream) ? stream : stream.replace(ofRandomId, '$1'));
    return {
      append: (stream, facts, expected) =>
        turns.at(task, { writes: [touched(stream), logOrder] }, () =>
          this.append(
            stream,
            facts.map((fact) => written(stream, fact)),
            expected,
          ),
        ),
      read: (stream, from) => turns.at(task, { reads: [touched(stream)] }, () => log.read(stream, from)),
      last: (stream) => turns.at(task, { reads: [touched(stream)] }, () => log.read(stream).at(-1) ?? null),
      head: () => turns.at(task, { reads: [logOrder] }, () => this.head),
      identity: async () => 'pairs',
      peekIdentity: async () => 'pairs',
      subscribe: () => {
        throw new Error('nobody follows the log of a pair');
      },
      close: async () => undefined,
    };
  }

  /** A repeat of what stands right after the expected revision is answered as the first time. */
  private append(stream: string, facts: readonly NewFact[], expected: number | 'no_stream') {
    const there = this.log.read(stream).slice(expected === 'no_stream' ? 0 : expected + 1);
    const last = there.slice(0, facts.length).at(-1);
    const isRepeat = last !== undefined && facts.every(({ id }, index) => there[index]?.id === id);
    return isRepeat ? { revision: last.revision, position: last.position } : this.log.append(stream, facts, expected);
  }
}
