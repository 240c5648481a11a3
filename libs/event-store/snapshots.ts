import type { Fact } from '@pps/kernel';
import type { EventStore } from './event-store';
import type { RecordedFact } from './recorded-fact';
import { wordsSubject } from './sealing/fact-sealing';
import { advance, encodedBytes, factsBetween, type KnownState, type StreamType } from './stream-type';

/** The state of a stream as of one of its facts; `state` is what JSON can hold. */
export interface Snapshot {
  readonly revision: number;
  /** Id of the fact at that revision: a log with another fact there is not the log that the snapshot was made from. */
  readonly factId: string;
  readonly state: unknown;
  /** Whose words the state may hold; absent where it holds nobody's. */
  readonly subject?: string;
}

/** Where snapshots are stored, outside the log. They only save reads: when they fail, the stream is read from its beginning. */
export interface Snapshots {
  /** The stream's snapshot if it is of this version, else null. */
  newest(stream: string, version: number): Promise<Snapshot | null>;
  /** Replaces an older snapshot, and one of another version. */
  save(stream: string, version: number, snapshot: Snapshot): Promise<void>;
}

/** The fact at a state's revision. */
export type NotedFact = Pick<RecordedFact, 'id' | 'metadata'>;

const mostAtOnce = 4;
/** A stream of fewer facts is read whole, and nobody asks for its snapshot; most streams are so short. */
const shortStream = ({ every }: { readonly every: number }): number => Math.ceil(every / 8);

/** Loads long streams from their snapshot and the facts after it, and writes a new snapshot in the background every so many facts. */
export class SnapshotLoading {
  private readonly savedAt = new Map<string, number>();
  private readonly writing = new Set<string>();

  constructor(
    private readonly store: EventStore,
    private readonly snapshots: Snapshots | undefined,
  ) {}

  /** The stream's newest state, read from the store. Throws `StoreUnavailable`. */
  async load<State, F extends Fact>(type: StreamType<State, F>, stream: string): Promise<KnownState<State>> {
    const initial = { state: type.decider.initial, revision: -1, bytes: 0 };
    const first = await this.readFirst(type, stream);
    if (!first?.mayHaveMore) return this.folded(type, stream, first?.facts ?? (await this.store.read(stream)), initial);
    const snapshot = await this.newest(type, stream);
    if (snapshot) {
      const [at, ...newer] = await this.store.read(stream, snapshot.revision);
      if (at?.id === snapshot.factId) {
        this.savedAt.set(stream, snapshot.revision);
        const { state, revision } = snapshot;
        return this.folded(type, stream, newer, { state: state as State, revision, bytes: encodedBytes(state) });
      }
    }
    this.savedAt.delete(stream);
    return this.folded(type, stream, [...first.facts, ...(await this.store.read(stream, first.facts.length))], initial);
  }

  /** Called with every state that came of a read or an append; writes a snapshot in the background when it is due. */
  noteState<State, F extends Fact>(type: StreamType<State, F>, stream: string, known: KnownState<State>, last: NotedFact): void {
    const { snapshots, writing } = this;
    if (!snapshots || !type.snapshot || known.isPartial) return;
    const { state, revision } = known;
    const { version } = type.snapshot;
    if (
      revision - (this.savedAt.get(stream) ?? -1) < factsBetween(type.snapshot, state) ||
      writing.size >= mostAtOnce ||
      writing.has(stream)
    )
      return;
    writing.add(stream);
    void snapshots
      .save(stream, version, { revision, factId: last.id, state, ...subjectIn(type, stream, last) })
      .then(() => this.remember(stream, revision))
      .catch(() => undefined)
      .finally(() => writing.delete(stream));
  }

  private folded<State, F extends Fact>(
    type: StreamType<State, F>,
    stream: string,
    facts: readonly RecordedFact[],
    from: KnownState<State>,
  ): KnownState<State> {
    const last = facts.at(-1);
    if (!last) return from;
    const known = advance(type, from, facts);
    this.noteState(type, stream, known, last);
    return known;
  }

  /** The first facts of a stream that may have a snapshot, enough to see whether it is short; null where there are no snapshots. */
  private async readFirst<State, F extends Fact>({ snapshot }: StreamType<State, F>, stream: string) {
    if (!snapshot || !this.snapshots) return null;
    const facts = await this.store.read(stream, 0, shortStream(snapshot));
    return { facts, mayHaveMore: facts.length === shortStream(snapshot) };
  }

  private async newest<State, F extends Fact>({ snapshot }: StreamType<State, F>, stream: string): Promise<Snapshot | null> {
    if (!snapshot || !this.snapshots) return null;
    return this.snapshots.newest(stream, snapshot.version).catch(() => null);
  }

  private remember(stream: string, revision: number): void {
    if (this.savedAt.size >= 10_000) this.savedAt.clear();
    this.savedAt.set(stream, revision);
  }
}

function subjectIn<State, F extends Fact>(
  { sealed }: StreamType<State, F>,
  stream: string,
  { metadata }: NotedFact,
): Pick<Snapshot, 'subject'> {
  const subject = sealed ? wordsSubject(stream, metadata) : null;
  return subject === null ? {} : { subject };
}
