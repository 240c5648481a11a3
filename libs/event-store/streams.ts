import { AdvisoryMutex, pause, type Pause } from '@pps/concurrency';
import { fold, newId, type Fact } from '@pps/kernel';
import { WrongRevision, type EventStore } from './event-store';
import type { FactMetadata } from './recorded-fact';
import { SnapshotLoading, type Snapshots } from './snapshots';
import { StreamStateCache } from './stream-state-cache';
import { advance, encodedBytes, schemaVersion, streamName, type KnownState, type StreamType } from './stream-type';

/** Waiting and randomness: the machine's, or those of a deterministic simulation. */
interface Timers {
  readonly pause: Pause;
  /** In [0, 1). */
  readonly random: () => number;
}

const systemTimers: Timers = { pause, random: Math.random };

/** Everything of a fact's metadata that `Streams` does not add itself. */
export type Origin = Omit<FactMetadata, 'schemaVersion' | 'wordsHash'>;

export interface Outcome<State, F extends Fact = Fact> {
  readonly state: State;
  readonly facts: readonly F[];
  readonly revision: number;
  /** Of the last fact this call appended; null when it appended nothing. */
  readonly position: bigint | null;
}

export interface DecideOptions {
  /** The id is new: decide on the initial state without a read. */
  readonly fresh?: boolean;
  /** Ids of the facts, by index: pass it where a fact answers another fact, so that a repeat is the same append. */
  readonly factId?: (index: number) => string;
  /** Only this revision will do; a stream that has moved on throws `WrongRevision` at once. */
  readonly expectedRevision?: number;
}

const quickRetries = 5;
const mutexPatienceMs = 1_000;

/** The door to the log: loads a stream, decides, appends with the expected revision; when another process appended first it decides again, at most 5 times. Decisions on one stream wait for each other. */
export class Streams {
  private readonly mutex: AdvisoryMutex;
  private readonly snapshots: SnapshotLoading;

  constructor(
    private readonly store: EventStore,
    readonly states = new StreamStateCache(),
    snapshots?: Snapshots,
    private readonly timers: Timers = systemTimers,
  ) {
    this.mutex = new AdvisoryMutex(mutexPatienceMs, timers.pause);
    this.snapshots = new SnapshotLoading(store, snapshots);
  }

  /** Decides on the stream's newest state. What `decide` throws passes through, but only after it was thrown on a state read from the store. */
  async decide<State, F extends Fact>(
    type: StreamType<State, F>,
    id: string,
    origin: Origin,
    decide: (state: State) => readonly F[],
    options: DecideOptions = {},
  ): Promise<Outcome<State, F>> {
    const stream = streamName(type, id);
    return this.mutex.run(stream, () => this.decideAndAppend(type, id, stream, origin, decide, options));
  }

  private async decideAndAppend<State, F extends Fact>(
    type: StreamType<State, F>,
    id: string,
    stream: string,
    origin: Origin,
    decide: (state: State) => readonly F[],
    options: DecideOptions,
  ): Promise<Outcome<State, F>> {
    const { fresh = false, expectedRevision } = options;
    let cached = fresh ? { state: type.decider.initial, revision: -1, bytes: 0 } : this.states.get(type, stream);
    for (let losses = 0; ;) {
      const current = fresh || cached === undefined;
      const known: KnownState<State> = cached ?? (await this.load(type, id));
      cached = undefined;
      if (!current && expectedRevision !== undefined && expectedRevision !== known.revision) continue;
      const facts = this.decideUnlessOutdated(decide, known.state, current);
      if (facts === 'reload') continue;
      if (expectedRevision !== undefined && expectedRevision !== known.revision) throw new WrongRevision(stream);
      if (facts.length === 0) return { state: known.state, facts, revision: known.revision, position: null };
      try {
        return await this.append(type, stream, known, facts, origin, options);
      } catch (error) {
        if (!(error instanceof WrongRevision) || expectedRevision !== undefined || losses >= quickRetries) throw error;
        if (losses > 0) await this.timers.pause(2 ** losses * 5 * this.timers.random());
        losses++;
      }
    }
  }

  /** The newest state, read from the store (only what the cache does not hold). */
  async load<State, F extends Fact>(type: StreamType<State, F>, id: string): Promise<KnownState<State>> {
    const stream = streamName(type, id);
    return this.states.learn(type, stream, async () => {
      const cached = this.states.get(type, stream);
      if (!cached || cached.revision < 0) return this.snapshots.load(type, stream);
      return advance(type, cached, await this.store.read(stream, cached.revision + 1));
    });
  }

  /** A cached state may be out of date: a rejection or no facts decided on it count only after the store was read. */
  private decideUnlessOutdated<State, F extends Fact>(
    decide: (state: State) => readonly F[],
    state: State,
    current: boolean,
  ): readonly F[] | 'reload' {
    if (current) return decide(state);
    try {
      const facts = decide(state);
      return facts.length > 0 ? facts : 'reload';
    } catch {
      return 'reload';
    }
  }

  private async append<State, F extends Fact>(
    type: StreamType<State, F>,
    stream: string,
    known: KnownState<State>,
    facts: readonly F[],
    origin: Origin,
    options: DecideOptions,
  ): Promise<Outcome<State, F>> {
    let position: bigint | null = null;
    const newFacts = facts.map((fact, index) => ({
      id: options.factId?.(index) ?? newId(),
      type: fact.type,
      data: fact.data,
      metadata: { ...origin, schemaVersion: schemaVersion(type, fact.type) },
    }));
    const reached = await this.states.learn(type, stream, async () => {
      const appended = await this.store.append(stream, newFacts, known.revision === -1 ? 'no_stream' : known.revision);
      position = appended.position;
      const bytes = facts.reduce((sum, { data }) => sum + encodedBytes(data), known.bytes);
      const state = fold(type.decider, facts, known.state, origin.occurredAt);
      return { ...known, state, revision: known.revision + facts.length, bytes };
    });
    const last = newFacts.at(-1);
    if (last) this.snapshots.noteState(type, stream, reached, last);
    return { state: reached.state, facts, revision: reached.revision, position };
  }
}
