import { ReadOnlyConnection } from './is-database-unavailable';

/** Where a server's writes go: a timeline of a database cluster. */
export interface Timeline {
  /** PostgreSQL's system identifier: the same for all servers that were copied from each other, another one after `pg_upgrade` or a move by logical replication. */
  readonly cluster: string;
  /** Each promotion within the cluster begins the next one. */
  readonly number: number;
}

/** A server that takes writes on a timeline that another one has left behind: two primaries, and this is the older one. */
export class OlderTimeline extends ReadOnlyConnection {
  constructor(found: Timeline, newest: Timeline) {
    const newer = found.cluster === newest.cluster ? `timeline ${newest.number}` : 'another cluster';
    super(`the server is on timeline ${found.number}, and one of ${newer} took writes before: it was replaced and still runs`);
  }
}

/**
 * The newest timeline of the database that whoever shares this has met. Each promotion begins a new one, which a server keeps for as long as it runs; so
 * nobody who has written to the new primary writes to the old one again, although that one takes it. Numbers of two clusters say nothing of each other: the
 * one that is met later is the newer one, and a cluster that was left is not gone back to.
 */
export class Timelines {
  /** False once a server has refused to tell: it is not asked each second again. */
  areTold = true;
  private newest: Timeline | null = null;
  private readonly leftClusters = new Set<string>();
  private readonly listeners = new Set<() => void>();

  /** To be called with the timeline of a server that takes writes. Throws `OlderTimeline`. */
  meet(timeline: Timeline): void {
    const { newest } = this;
    const isSameCluster = newest?.cluster === timeline.cluster;
    if (newest && isSameCluster && timeline.number === newest.number) return;
    const isLeft = isSameCluster ? newest.number > timeline.number : this.leftClusters.has(timeline.cluster);
    if (newest && isLeft) throw new OlderTimeline(timeline, newest);
    if (newest && !isSameCluster) this.leftClusters.add(newest.cluster);
    this.newest = timeline;
    for (const listener of this.listeners) listener();
  }

  /** Calls the listener each time that a newer one is met; the function it gives ends that. */
  onNewer(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Whether a newer one was met since. */
  isOlder(timeline: Timeline | undefined): boolean {
    const { newest } = this;
    if (!timeline || !newest) return false;
    return timeline.cluster !== newest.cluster || timeline.number < newest.number;
  }
}
