import type { Fact } from '@pps/kernel';
import { LRUCache } from 'lru-cache';
import type { RecordedFact } from './recorded-fact';
import { decode, type StreamType } from './stream-type';

export interface KnownState<State> {
  readonly state: State;
  /** −1 for a stream known to be absent. */
  readonly revision: number;
}

interface Entry extends KnownState<unknown> {
  readonly type: StreamType<unknown, Fact>;
}

/** States of streams by name, at most `max` of them; an entry only ever moves forward. */
export class StreamStateCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly loading = new Map<string, { readers: number; seen: number }>();

  constructor(max = 20_000) {
    this.entries = new LRUCache({ max });
  }

  get<State, F extends Fact>(type: StreamType<State, F>, stream: string): KnownState<State> | undefined {
    return this.ofType(type, this.entries.get(stream));
  }

  /** Runs `work`, which reads the stream's state or appends to it, and caches the result unless a newer fact was observed meanwhile. */
  async learn<State, F extends Fact>(
    type: StreamType<State, F>,
    stream: string,
    work: () => Promise<KnownState<State>>,
  ): Promise<KnownState<State>> {
    const watch = this.loading.get(stream) ?? { readers: 0, seen: -1 };
    watch.readers++;
    this.loading.set(stream, watch);
    try {
      const known = await work();
      const present = this.ofType(type, this.entries.peek(stream));
      const newest = Math.max(present?.revision ?? -1, watch.seen);
      if (newest <= known.revision) this.entries.set(stream, { ...known, type: type as unknown as StreamType<unknown, Fact> });
      return known;
    } finally {
      if (--watch.readers === 0) this.loading.delete(stream);
    }
  }

  /** Applies a fact of the log: advances the stream's entry when it is the next one, drops the entry when there is a gap or the fact cannot be folded. */
  observe(fact: RecordedFact): void {
    const watch = this.loading.get(fact.stream);
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
      // The next reader of this stream reads it from the store and gets the error; other streams are not affected.
      this.entries.delete(fact.stream);
    }
  }

  drop(stream: string): void {
    this.entries.delete(stream);
  }

  /** One stream may be folded by two stream types: a state is given only to the type that folded it. */
  private ofType<State, F extends Fact>(type: StreamType<State, F>, entry: Entry | undefined): KnownState<State> | undefined {
    return (entry?.type as unknown) === type ? (entry as KnownState<State>) : undefined;
  }
}
