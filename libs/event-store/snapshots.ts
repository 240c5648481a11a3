import type { Fact } from '@pps/kernel';
import type { EventStore } from './event-store';
import type { RecordedFact } from './recorded-fact';
import type { Known } from './state-cache';
import { foldRecorded, type StreamType } from './stream-type';

/** The state of a stream as of one of its facts; `state` is what JSON can hold. */
export interface Snapshot {
  readonly revision: number;
  /** Of the fact at that revision: a log that has another one there is not the one the snapshot was made on. */
  readonly factId: string;
  readonly state: unknown;
}

/** Where snapshots are kept, outside of the log: only ever a shortcut, so what goes wrong with it costs time and nothing else. */
export interface Snapshots {
  /** The stream's snapshot if it is of this version, else null. */
  newest(stream: string, version: number): Promise<Snapshot | null>;
  /** Takes the place of an older one, or of one of another version. */
  keep(stream: string, version: number, snapshot: Snapshot): Promise<void>;
}

const mostAtOnce = 4;

/** Loads long streams from their snapshot and what came after it, and writes a new one, behind the request's back, every so many facts. */
export class SnapshotLoading {
  private readonly keptAt = new Map<string, number>();
  private readonly writing = new Set<string>();

  constructor(
    private readonly store: EventStore,
    private readonly snapshots: Snapshots | undefined,
  ) {}

  /** The stream's newest state, read from the store. Throws `StoreUnavailable`. */
  async load<State, F extends Fact>(type: StreamType<State, F>, stream: string): Promise<Known<State>> {
    const snapshot = await this.newest(type, stream);
    if (snapshot) {
      const [at, ...newer] = await this.store.read(stream, snapshot.revision);
      if (at?.id === snapshot.factId) {
        this.keptAt.set(stream, snapshot.revision);
        return this.folded(type, stream, newer, { state: snapshot.state as State, revision: snapshot.revision });
      }
    }
    this.keptAt.delete(stream);
    return this.folded(type, stream, await this.store.read(stream), { state: type.decider.initial, revision: -1 });
  }

  /** To be told of every state that came of a read or an append; does not wait for anything. */
  reached<State, F extends Fact>(type: StreamType<State, F>, stream: string, { state, revision }: Known<State>, factId: string): void {
    const { snapshots, writing } = this;
    if (!snapshots || !type.snapshot) return;
    const { version, every } = type.snapshot;
    if (revision - (this.keptAt.get(stream) ?? -1) < every || writing.size >= mostAtOnce || writing.has(stream)) return;
    writing.add(stream);
    void snapshots
      .keep(stream, version, { revision, factId, state })
      .then(() => this.remember(stream, revision))
      .catch(() => undefined)
      .finally(() => writing.delete(stream));
  }

  private folded<State, F extends Fact>(
    type: StreamType<State, F>,
    stream: string,
    facts: readonly RecordedFact[],
    from: Known<State>,
  ): Known<State> {
    const last = facts.at(-1);
    if (!last) return from;
    const known = { state: foldRecorded(type, facts, from.state), revision: last.revision };
    this.reached(type, stream, known, last.id);
    return known;
  }

  private async newest<State, F extends Fact>({ snapshot }: StreamType<State, F>, stream: string): Promise<Snapshot | null> {
    if (!snapshot || !this.snapshots) return null;
    return this.snapshots.newest(stream, snapshot.version).catch(() => null);
  }

  private remember(stream: string, revision: number): void {
    if (this.keptAt.size >= 10_000) this.keptAt.clear();
    this.keptAt.set(stream, revision);
  }
}
