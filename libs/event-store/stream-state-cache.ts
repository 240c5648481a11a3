import type { Fact } from '@pps/kernel';
import { LRUCache } from 'lru-cache';
import type { RecordedFact } from './recorded-fact';
import { advance, type KnownState, type StreamType } from './stream-type';

interface Entry extends KnownState<unknown> {
  readonly type: StreamType<unknown, Fact>;
}

/** In memory a state takes a few times as much as its facts. */
const bytesAtMost = 64 * 1024 * 1024;
/** Of what is stored with each entry beside its state. */
const entryBytes = 200;

/** States of streams by name, at most `max` of them, folded from at most `maxBytes` of facts; an entry only ever moves forward. */
export class StreamStateCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly loading = new Map<string, { readers: number; seen: number }>();

  constructor(max = 20_000, maxBytes = bytesAtMost) {
    this.entries = new LRUCache({ max, maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes + entryBytes });
  }

  /** Of the facts that the cached states were folded from. */
  get bytes(): number {
    return this.entries.calculatedSize;
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
      if (newest <= known.revision) this.entries.set(stream, { ...known, type });
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
      this.entries.set(fact.stream, { ...advance(entry.type, entry, [fact]), type: entry.type });
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
    return entry && isOf(type, entry) ? entry : undefined;
  }
}

const isOf = <State, F extends Fact>(
  type: StreamType<State, F>,
  entry: KnownState<unknown> & { readonly type: object },
): entry is Entry & KnownState<State> => entry.type === type;
