import { shareStorePatience } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { newestOfEach, type Change } from './change';
import type { ChangeReader } from './change-feed';
import type { RecentChanges } from './recent-changes';
import { changeText, endText, heartbeatText, openingText, resetText, type EndReason, type ResetReason } from './change-text';
import type { ShownChange } from './shown-change';

/** What a client is told at once, at most. */
const changesAtOnce = 100;
/** How long a client may take to read why its stream ended. */
const lastWordMs = 2_000;

/** Where a client that was away goes on, and what it has missed. */
interface CaughtUp {
  readonly earlier: readonly Change[];
  readonly place: number;
  readonly position: bigint;
  readonly reset?: ResetReason;
}

export interface ListenerParts {
  readonly caller: Principal;
  /** Who holds the credential now; null where nobody does. */
  readonly findHolder: () => Promise<Principal | null>;
  readonly show: (change: Change) => Promise<ShownChange | null>;
  /** Changes behind a position, up to another; null where they cannot be had. */
  readonly findEarlier: (after: bigint, upTo: bigint) => Promise<Change[] | null>;
  /** The newest position of the log. */
  readonly readHead: () => Promise<bigint>;
  readonly heartbeatMs: number;
  /** Ends the stream after so long; null: never. */
  readonly lastsMs: number | null;
  /** Cuts a connection whose client has not read all. */
  readonly cut: () => void;
}

/** One client's stream of changes: texts as it can take them. What it does not take is not kept for it. */
export class ChangeListener implements ChangeReader {
  private ended: { readonly end: EndReason } | { readonly reset: ResetReason } | 'gone' | undefined;
  private checking: Promise<void> | undefined;
  private mustCheckAgain = false;
  private recent: RecentChanges | undefined;
  /** How many changes it was told. */
  told = 0;

  constructor(private readonly parts: ListenerParts) {}

  /** Ends the stream, with a last word where the client reads. */
  end(reason: EndReason): void {
    this.stop({ end: reason });
  }

  /** The client is gone. */
  leave(): void {
    this.stop('gone');
  }

  /** What is told from now on waits for the answer. */
  checkCredential(): void {
    this.mustCheckAgain = true;
    this.checking ??= shareStorePatience(() => this.checkUntilSure()).finally(() => (this.checking = undefined));
  }

  /** The text of the stream, from after a position on, or from now on (null). `unknown`: a position that is none of ours. */
  async *tell(recent: RecentChanges, begin: bigint | 'unknown' | null): AsyncGenerator<string> {
    this.recent = recent;
    const endsAt = this.parts.lastsMs === null ? Infinity : performance.now() + this.parts.lastsMs;
    let { end: place, position } = recent;
    yield openingText(typeof begin === 'bigint' ? begin : position);
    if (begin !== null) {
      const caughtUp = await shareStorePatience(() => this.catchUp(recent, begin));
      ({ place, position } = caughtUp);
      if (caughtUp.reset) yield resetText(position, caughtUp.reset);
      for (let from = 0; from < caughtUp.earlier.length; from += changesAtOnce)
        yield* this.handChanges(caughtUp.earlier.slice(from, from + changesAtOnce), -1n);
    }
    for (let quietUntil = performance.now() + this.parts.heartbeatMs; ;) {
      await this.checking;
      if (this.ended) break;
      const news = recent.after(place, changesAtOnce);
      const now = performance.now();
      if (!news) {
        this.stop({ reset: 'too_slow' });
      } else if (news.changes.length > 0) {
        ({ place } = news);
        yield* this.handChanges(news.changes, position);
        position = later(position, news.changes.at(-1)?.position);
      } else if (now >= endsAt) {
        this.stop({ end: 'time_is_up' });
      } else if (now < quietUntil) {
        await recent.moved.wait(Math.min(quietUntil, endsAt) - now);
      } else {
        this.checkCredential();
        await this.checking;
        quietUntil = performance.now() + this.parts.heartbeatMs;
        // What came meanwhile goes first.
        if (place !== recent.end) continue;
        const before = position;
        position = later(position, recent.position);
        yield heartbeatText(position > before ? position : null);
      }
    }
    if (this.ended === 'gone') return;
    yield 'end' in this.ended ? endText(this.ended.end) : resetText(recent.position, this.ended.reset);
  }

  /** From a position on: what is not held any more is looked up. */
  private async catchUp(recent: RecentChanges, after: bigint | 'unknown'): Promise<CaughtUp> {
    const now = { earlier: [], place: recent.end, position: recent.position };
    if (after === 'unknown') return { ...now, reset: 'unknown_position' };
    // Another process may have read further than this one, but none further than the log.
    if (after > now.position) {
      return (await this.parts.readHead()) >= after ? { ...now, position: after } : { ...now, reset: 'unknown_position' };
    }
    const place = recent.placeAfter(after);
    if (place !== null) return { earlier: [], place, position: after };
    const earlier = await this.parts.findEarlier(after, now.position);
    return earlier ? { ...now, earlier: newestOfEach(earlier) } : { ...now, reset: 'too_far_behind' };
  }

  private async *handChanges(changes: readonly Change[], behind: bigint): AsyncGenerator<string> {
    const texts: string[] = [];
    await shareStorePatience(async () => {
      for (const change of newestOfEach(changes)) {
        const shown = change.position > behind ? await this.parts.show(change) : null;
        if (shown) texts.push(changeText(change.position, shown));
      }
    });
    // It may have ended while that was looked up.
    await this.checking;
    if (this.ended || texts.length === 0) return;
    this.told += texts.length;
    yield texts.join('');
  }

  private async checkUntilSure(): Promise<void> {
    while (this.mustCheckAgain && !this.ended) {
      this.mustCheckAgain = false;
      // A log that does not answer now is asked again with the next heartbeat.
      const holder = await this.parts.findHolder().catch(() => undefined);
      if (holder === undefined) continue;
      const { caller } = this.parts;
      if (holder === null || !mayTheSame(holder, caller)) this.stop({ end: 'credential_ended' });
      else if (holder.epoch !== caller.epoch) this.stop({ reset: 'project_reset' });
    }
  }

  private stop(how: NonNullable<typeof this.ended>): void {
    this.ended ??= how;
    if (how !== 'gone') setTimeout(this.parts.cut, lastWordMs).unref();
    this.recent?.moved.notifyAll();
  }
}

const later = (one: bigint, other = one): bigint => (other > one ? other : one);

/** Whether a credential acts where it did and may do what it might. */
const mayTheSame = (now: Principal, before: Principal): boolean =>
  now.projectId === before.projectId && now.scopes.includes('read') && JSON.stringify(now.accountIds) === JSON.stringify(before.accountIds);
