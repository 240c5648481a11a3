import { ConditionVariable } from '@pps/concurrency';
import type { Change } from './change';

/** More than an import of 500 rows makes while a client is away for a moment. */
const heldAtMost = 4_000;

/** Changes after a place among those of an organization, at most so many of them, and the place behind them. */
export interface ChangesAfter {
  readonly changes: readonly Change[];
  readonly place: number;
}

/** An organization's newest changes in this process, of which each client reads at its own pace. */
export class RecentChanges {
  readonly moved = new ConditionVariable();
  private held: Change[] = [];
  private dropped = 0;
  private readonly made = new Map<string, Promise<unknown>>();
  /** Every change after this position is held, or was. */
  private start: bigint;
  /** As far as the log was read. */
  position: bigint;

  constructor(
    position: bigint,
    private readonly atMost = heldAtMost,
  ) {
    this.start = position;
    this.position = position;
  }

  /** What is made of what comes after a place, once for all clients that are there and may see the same. */
  madeOnce<T>(place: number, view: string, make: () => Promise<T>): Promise<T> {
    const key = `${place} ${view}`;
    const known = this.made.get(key) as Promise<T> | undefined;
    const made = known ?? make();
    if (!known) {
      this.made.set(key, made);
      made.catch(() => this.made.delete(key));
    }
    return made;
  }

  /** Where what comes next will be. */
  get end(): number {
    return this.dropped + this.held.length;
  }

  /** The place of the first change after a position; null where some after it are not held. */
  placeAfter(position: bigint): number | null {
    if (position < this.start) return null;
    const index = this.held.findIndex((change) => change.position > position);
    return index === -1 ? this.end : this.dropped + index;
  }

  /** Null where what was there is held no more. */
  after(place: number, most: number): ChangesAfter | null {
    if (place < this.dropped) return null;
    const changes = this.held.slice(place - this.dropped, place - this.dropped + most);
    return { changes, place: place + changes.length };
  }

  add(changes: readonly Change[], position: bigint): void {
    this.made.clear();
    this.held.push(...changes);
    this.position = position;
    const tooMany = this.held.length - this.atMost;
    // A quarter at once, so that dropping costs little.
    if (tooMany > this.atMost / 4) {
      const gone = this.held.splice(0, tooMany);
      this.dropped += gone.length;
      this.start = gone.at(-1)?.position ?? this.start;
    }
    if (changes.length > 0) this.moved.notifyAll();
  }
}
