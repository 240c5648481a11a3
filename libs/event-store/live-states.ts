import { ConditionVariable, SingleFlight } from '@pps/concurrency';
import type { Fact } from '@pps/kernel';
import type { Streams } from './streams';
import type { EventStore } from './event-store';
import { follow } from './follow';
import { streamName, type KnownState, type StreamType } from './stream-type';
import type { RecordedFact } from './recorded-fact';

const defaultPatienceMs = 100;

/** What this process knows of the log's head without asking, if it does: `undefined` where somebody else may have written since. */
export type KnownHead = () => bigint | undefined;

/**
 * States of streams as of the moment of asking, mostly without a read: the process follows the log and keeps its cache up to date, and answers
 * from the cache once it has passed the head as it was when the question arrived, or by a read where that takes longer than `patienceMs`, 100 ms
 * by default. So a revocation holds at once on every process.
 */
export class LiveStates {
  private readonly headFlight: SingleFlight<bigint>;
  private readonly ending = new AbortController();
  private passed: bigint | null = null;
  private writes: LastWrites | undefined;
  private starting: Promise<void> | undefined;
  private readonly moved = new ConditionVariable();

  constructor(
    private readonly store: EventStore,
    private readonly streams: Streams,
    private readonly patienceMs = defaultPatienceMs,
    private readonly knownHead: KnownHead = () => undefined,
  ) {
    this.headFlight = new SingleFlight(() => store.head());
  }

  /** Starts following from the present head, once however often it is called; throws `StoreUnavailable` when the log does not answer. */
  start(): Promise<void> {
    return (this.starting ??= this.startFollowing());
  }

  private async startFollowing(): Promise<void> {
    const after = await this.store.head();
    this.passed = after;
    const writes = (this.writes = new LastWrites(after));
    void follow(this.store, {
      after,
      signal: this.ending.signal,
      onBatch: async (facts) => {
        for (const fact of facts) {
          writes.observe(fact);
          this.streams.states.observe(fact);
        }
        this.passed = facts.at(-1)?.position ?? this.passed;
        this.moved.notifyAll();
      },
    });
  }

  stop(): void {
    this.ending.abort();
  }

  /**
   * A position that is no older than any write that was answered before this call: where no other process answers writes, the newest that this one
   * has appended or seen; else the position of the log's newest event, by a read that started after this call and is shared by concurrent callers.
   */
  head(): Promise<bigint> {
    return this.knownHead() === undefined || this.passed === null ? this.readHead() : Promise.resolve(this.newestSeen());
  }

  /** The newest position that this process knows of without asking: others may have appended since. */
  newestSeen(): bigint {
    const [known, passed] = [this.knownHead() ?? -1n, this.passed ?? -1n];
    return known > passed ? known : passed;
  }

  /** The position of the log's newest event as of this call, always by a read. Throws `StoreUnavailable`. */
  readHead(): Promise<bigint> {
    return this.headFlight.run();
  }

  /** The stream's state as of this call. Throws `StoreUnavailable`. */
  async get<State, F extends Fact>(type: StreamType<State, F>, id: string, head?: bigint): Promise<KnownState<State>> {
    const asOf = head ?? (await this.head());
    if (!this.hasPassed(asOf)) await this.waitUntilPassed(asOf);
    return this.known(type, id, asOf) ?? this.streams.load(type, id);
  }

  /** The same where nothing has to be waited for; undefined where it has. */
  known<State, F extends Fact>(type: StreamType<State, F>, id: string, head: bigint): KnownState<State> | undefined {
    return this.hasPassed(head) ? this.streams.states.get(type, streamName(type, id)) : undefined;
  }

  /**
   * No fact up to `asOf`, a head, concerns the organization and is newer than this position; it is `asOf` itself while this process is further
   * behind than `patienceMs`.
   */
  async lastWriteOf(organizationId: string, asOf: bigint): Promise<bigint> {
    if (!this.writes || !(this.hasPassed(asOf) || (await this.waitUntilPassed(asOf)))) return asOf;
    const last = this.writes.lastOf(organizationId);
    return last < asOf ? last : asOf;
  }

  private hasPassed(position: bigint): boolean {
    return this.passed !== null && this.passed >= position;
  }

  private async waitUntilPassed(position: bigint): Promise<boolean> {
    const deadline = performance.now() + this.patienceMs;
    while (!this.hasPassed(position)) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await this.moved.wait(left);
    }
    return true;
  }
}

const organizationsAtMost = 100_000;

/**
 * The position of each organization's newest fact, in a process that follows the log. It holds the 100,000 organizations that wrote last; the
 * newest fact of any other is no newer than what was forgotten last, or than where the process began to follow.
 */
export class LastWrites {
  private readonly positions = new Map<string, bigint>();
  /** What concerns everybody, or an organization that is not held, is no newer than this. */
  private floor: bigint;

  constructor(
    begun: bigint,
    private readonly atMost = organizationsAtMost,
  ) {
    this.floor = begun;
  }

  /** Facts must come in the order of the log. */
  observe({ stream, position, metadata: { organizationId } }: Pick<RecordedFact, 'stream' | 'position' | 'metadata'>): void {
    // The event store's own events are nobody's.
    if (stream.startsWith('$')) return;
    if (organizationId === undefined) {
      this.floor = position;
      return;
    }
    // Deleted first, so that the map stays in the order of the newest facts.
    this.positions.delete(organizationId);
    this.positions.set(organizationId, position);
    const [oldest] = this.positions;
    if (this.positions.size <= this.atMost || !oldest) return;
    this.positions.delete(oldest[0]);
    if (oldest[1] > this.floor) this.floor = oldest[1];
  }

  /** No fact that concerns the organization and was observed is newer than this. */
  lastOf(organizationId: string): bigint {
    const own = this.positions.get(organizationId) ?? -1n;
    return own > this.floor ? own : this.floor;
  }
}
