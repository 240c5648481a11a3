import { ReadOnlyConnection } from './is-database-unavailable';

/** A server that takes writes on a timeline that another one has left behind: two primaries, and this is the older one. */
export class OlderTimeline extends ReadOnlyConnection {
  constructor(found: number, newest: number) {
    super(`the server is on timeline ${found}, and one of timeline ${newest} took writes before: it was replaced and still runs`);
  }
}

/**
 * The newest timeline of the database that whoever shares this has met. Each promotion begins a new one, which a server keeps for as long as it runs; so
 * nobody who has written to the new primary writes to the old one again, although that one takes it.
 */
export class Timelines {
  /** False once a server has refused to tell: it is not asked each second again. */
  areTold = true;
  private newest = 0;
  private readonly listeners = new Set<() => void>();

  /** To be called with the timeline of a server that takes writes. Throws `OlderTimeline`. */
  meet(timeline: number): void {
    if (timeline < this.newest) throw new OlderTimeline(timeline, this.newest);
    if (timeline === this.newest) return;
    this.newest = timeline;
    for (const listener of this.listeners) listener();
  }

  /** Calls the listener each time that a newer one is met; the function it gives ends that. */
  onNewer(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Whether a newer one was met since. */
  isOlder(timeline: number | undefined): boolean {
    return timeline !== undefined && timeline < this.newest;
  }
}
