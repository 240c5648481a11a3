import { ConditionVariable } from '@pps/concurrency';
import type { EventStore } from './event-store';
import type { RecordedFact } from './recorded-fact';

const keptAtMost = 2_000;
const lookAgainMs = 30_000;

/** Where a follower stands: the position it began after, then the last fact it was given. */
export interface Place {
  readonly position: bigint | null;
  readonly factId: string | null;
}

/** The newest events of the log, and one subscription that brings them, for as long as somebody listens. */
export class LogTail {
  readonly begun: Promise<void>;
  private readonly ending = new AbortController();
  private readonly moved = new ConditionVariable();
  private readonly kept: RecordedFact[] = [];
  /** Events dropped at the front so far. */
  private dropped = 0;
  /** Everything after it is here. */
  private start: bigint | null = null;
  private failure: { readonly error: unknown } | undefined;
  private listeners = 0;

  constructor(private readonly store: EventStore) {
    this.begun = store.head().then(
      (head) => {
        this.start = head;
        void this.pump(head);
      },
      (error: unknown) => {
        this.failure = { error };
        throw error;
      },
    );
    this.begun.catch(() => undefined);
  }

  get ended(): boolean {
    return this.failure !== undefined || this.ending.signal.aborted;
  }

  join(): () => void {
    this.listeners++;
    return () => {
      if (--this.listeners === 0) this.ending.abort();
    };
  }

  /** Whether nothing between this place and the log's end is missing here. */
  holds({ position, factId }: Place): boolean {
    if (this.dropped === 0 && factId === null && this.start !== null && position !== null && position >= this.start) return true;
    return this.indexAfter({ position, factId }) !== -1;
  }

  /** Everything after the place; ends when the listener was too slow, throws when the subscription drops or `signal` aborts. */
  async *from(place: Place, signal: AbortSignal): AsyncGenerator<RecordedFact> {
    if (!this.holds(place)) return;
    const index = this.indexAfter(place);
    // Events of one append may share a position, so that only the fact itself says where to go on.
    let next = this.dropped + Math.max(0, index);
    const skipUntil = index === -1 ? place.position : null;
    const wake = () => this.moved.notifyAll();
    signal.addEventListener('abort', wake);
    try {
      for (;;) {
        signal.throwIfAborted();
        if (next < this.dropped) return;
        const fact = this.kept[next - this.dropped];
        if (fact) {
          next++;
          if (skipUntil === null || fact.position > skipUntil) yield fact;
        } else if (this.failure) {
          throw this.failure.error;
        } else {
          await this.moved.wait(lookAgainMs);
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  private indexAfter({ position, factId }: Place): number {
    if (factId === null || position === null || position < (this.kept[0]?.position ?? position)) return -1;
    const index = this.kept.findLastIndex(({ id }) => id === factId);
    return index === -1 ? -1 : index + 1;
  }

  private async pump(head: bigint): Promise<void> {
    try {
      for await (const fact of this.store.subscribe(head, this.ending.signal)) {
        this.kept.push(fact);
        if (this.kept.length >= 2 * keptAtMost) this.dropped += this.kept.splice(0, keptAtMost).length;
        this.moved.notifyAll();
      }
      throw new Error('the subscription ended');
    } catch (error) {
      this.failure = { error };
      this.moved.notifyAll();
    }
  }
}
