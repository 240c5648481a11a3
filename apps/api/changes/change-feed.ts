import { follow, type EventStore, type LiveStates, type RecordedFact } from '@pps/event-store';
import { changeOfFact, concernsCredentials, type Change } from './change';
import { RecentChanges } from './recent-changes';

/** The facts of one request come close together, and are told together. */
const gatherMs = 40;
/** How long an organization's changes are held for clients that come back. */
const keptMs = 120_000;

/** One who is told of an organization's changes. */
export interface ChangeReader {
  /** It reads no more. */
  readonly isOver: boolean;
  /** Called where its session or key may have ended. */
  checkCredential(): void;
}

interface FollowedOrganization {
  readonly recent: RecentChanges;
  readonly readers: Set<ChangeReader>;
  leftAtMs: number;
}

interface FeedParts {
  readonly store: EventStore;
  readonly live: Pick<LiveStates, 'lastWriteOf'>;
}

/** Reads the log once for all clients of this process, and holds the newest changes of the organizations that somebody listens to. */
export class ChangeFeed {
  private readonly organizations = new Map<string, FollowedOrganization>();
  private readonly ending = new AbortController();
  private starting: Promise<void> | undefined;
  private position = -1n;

  constructor(private readonly parts: FeedParts) {}

  /** The organization's changes from now on; `leave` has to follow. Throws `StoreUnavailable`. */
  async join(organizationId: string, reader: ChangeReader): Promise<RecentChanges> {
    await (this.starting ??= this.start().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    }));
    const followed = this.organizations.get(organizationId) ?? {
      recent: new RecentChanges(this.position),
      readers: new Set<ChangeReader>(),
      leftAtMs: 0,
    };
    // Who left while this waited leaves no second time.
    if (reader.isOver) return followed.recent;
    this.organizations.set(organizationId, followed);
    followed.readers.add(reader);
    return followed.recent;
  }

  leave(organizationId: string, reader: ChangeReader): void {
    const followed = this.organizations.get(organizationId);
    if (followed?.readers.delete(reader) && followed.readers.size === 0) followed.leftAtMs = performance.now();
  }

  stop(): void {
    this.ending.abort();
  }

  private async start(): Promise<void> {
    const { store } = this.parts;
    const after = await store.head();
    this.position = after;
    void follow(store, { after, signal: this.ending.signal, gatherMs, onBatch: (facts) => this.take(facts) });
  }

  private async take(facts: readonly RecordedFact[]): Promise<void> {
    const position = facts.at(-1)?.position ?? this.position;
    // So that a read that follows a change on this process knows of its fact.
    await this.parts.live.lastWriteOf('', position);
    this.position = position;
    this.forgetLeft();
    const news = new Map<string, { readonly changes: Change[]; mayEnd: boolean }>();
    for (const fact of facts) {
      const { organizationId } = fact.metadata;
      if (organizationId === undefined || !this.organizations.has(organizationId)) continue;
      const its = news.get(organizationId) ?? { changes: [], mayEnd: false };
      news.set(organizationId, its);
      const change = changeOfFact(fact);
      if (change) its.changes.push(change);
      if (concernsCredentials(fact)) its.mayEnd = true;
    }
    for (const [organizationId, { recent, readers }] of this.organizations) {
      const { changes = [], mayEnd = false } = news.get(organizationId) ?? {};
      // Before they are told of what came after it.
      if (mayEnd) for (const reader of readers) reader.checkCredential();
      recent.add(changes, position);
    }
  }

  private forgetLeft(): void {
    for (const [organizationId, { readers, leftAtMs }] of this.organizations) {
      if (readers.size === 0 && performance.now() - leftAtMs > keptMs) this.organizations.delete(organizationId);
    }
  }
}
