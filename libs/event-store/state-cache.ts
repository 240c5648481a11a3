import type { Fact } from '@pps/kernel';
import { LRUCache } from 'lru-cache';
import type { RecordedFact } from './recorded-fact';
import { decode, type StreamType } from './stream-type';

export interface Known<State> {
  readonly state: State;
  /** −1 for a stream known to be absent. */
  readonly revision: number;
}

interface Entry extends Known<unknown> {
  readonly type: StreamType<unknown, Fact>;
}

/** States of streams by name, at most `max` of them; an entry only ever moves forward. */
export class StateCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly watched = new Map<string, { readers: number; seen: number }>();

  constructor(max = 20_000) {
    this.entries = new LRUCache({ max });
  }

  get<State, F extends Fact>(type: StreamType<State, F>, stream: string): Known<State> | undefined {
    return this.kept(type, this.entries.get(stream));
  }

  /** Runs work that learns the stream's state from the store and keeps it, unless a newer fact went by meanwhile. */
  async learn<State, F extends Fact>(type: StreamType<State, F>, stream: string, work: () => Promise<Known<State>>): Promise<Known<State>> {
    const watch = this.watched.get(stream) ?? { readers: 0, seen: -1 };
    watch.readers++;
    this.watched.set(stream, watch);
    try {
      const known = await work();
      const present = this.kept(type, this.entries.peek(stream));
      const newest = Math.max(present?.revision ?? -1, watch.seen);
      if (newest <= known.revision) this.entries.set(stream, { ...known, type: type as unknown as StreamType<unknown, Fact> });
      return known;
    } finally {
      if (--watch.readers === 0) this.watched.delete(stream);
    }
  }

  /** Takes in a fact seen in the log: advances the entry it is next for, drops one it leaves a gap to or that cannot take it. */
  observe(fact: RecordedFact): void {
    const watch = this.watched.get(fact.stream);
    if (watch) watch.seen = Math.max(watch.seen, fact.revision);
    const entry = this.entries.peek(fact.stream);
    if (!entry || fact.revision <= entry.revision) return;
    if (fact.revision > entry.revision + 1) {
      this.entries.delete(fact.stream);
      return;
    }
    try {
      const state = entry.type.decider.evolve(entry.state, decode(entry.type, fact));
      this.entries.set(fact.stream, { ...entry, state, revision: fact.revision });
    } catch {
      // Whoever asks for this stream next reads it and gets the error; the others' states go on.
      this.entries.delete(fact.stream);
    }
  }

  drop(stream: string): void {
    this.entries.delete(stream);
  }

  /** Two readers may fold one stream in different ways: a state is only for the type it was folded by. */
  private kept<State, F extends Fact>(type: StreamType<State, F>, entry: Entry | undefined): Known<State> | undefined {
    return (entry?.type as unknown) === type ? (entry as Known<State>) : undefined;
  }
}
