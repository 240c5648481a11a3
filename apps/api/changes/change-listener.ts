import { ConditionVariable } from '@pps/concurrency';
import { shareStorePatience } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { endsEpochOf, newestOfEach, type Change } from './change';
import type { ChangeReader } from './change-feed';
import type { RecentChanges } from './recent-changes';
import { changeText, endText, heartbeatText, openingText, resetText, type EndReason, type ResetReason } from './change-text';
import type { ShownChange } from './shown-change';

/** What a client is told at once, at most. */
const changesAtOnce = 100;
/** How long a client may take to read why its stream ended. */
const lastWordMs = 2_000;
/** How soon a log that could not say whether a credential holds is asked again. */
const askAgainMs = 1_000;

interface ShownText {
  readonly text: string;
  readonly count: number;
}

/** Where a client that was away goes on, and what it has missed. */
interface CaughtUp {
  readonly earlier: readonly Change[];
  readonly place: number;
  readonly position: bigint;
  readonly reset?: ResetReason;
}

/** Runs a work alone, or at once. */
type Turn = <T>(work: () => Promise<T>) => Promise<T>;

export interface ListenerParts {
  readonly caller: Principal;
  /** Who holds the credential now; null where nobody does. */
  readonly findHolder: () => Promise<Principal | null>;
  /** Callers with the same may see the same. */
  readonly view: string;
  readonly show: (change: Change) => Promise<ShownChange | null>;
  /** Changes behind a position, up to another; why not where they cannot be had. */
  readonly findEarlier: (after: bigint, upTo: bigint) => Promise<Change[] | ResetReason>;
  /** What is looked up for those who were away, in turn with others of the same credential. */
  readonly inTurn: Turn;
  /** The newest position of the log. */
  readonly readHead: () => Promise<bigint>;
  readonly heartbeatMs: number;
  /** Ends the stream after so long, once everything up to its beginning was told; null: never. */
  readonly lastsMs: number | null;
  /** Cuts a connection whose client has not read all. */
  readonly cut: () => void;
}

type Ending = { readonly end: EndReason } | { readonly reset: ResetReason; readonly asOf?: bigint } | 'gone';

/** One client's stream of changes: texts as it can take them. What it does not take is not kept for it. */
export class ChangeListener implements ChangeReader {
  private ended: Ending | undefined;
  private isChecking = false;
  private mustCheckAgain = false;
  /** It is known whether the credential holds, or the stream has ended. */
  private readonly settled = new ConditionVariable();
  private recent: RecentChanges | undefined;
  private endsAt = Infinity;
  /** How many changes it was told. */
  told = 0;

  constructor(private readonly parts: ListenerParts) {}

  get isOver(): boolean {
    return this.ended !== undefined;
  }

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
    if (this.isChecking) return;
    this.isChecking = true;
    void shareStorePatience(() => this.checkUntilSure());
  }

  /** The text of the stream, from after a position on, or from now on (null). `unknown`: a position that is none of ours. */
  async *tell(recent: RecentChanges, begin: bigint | 'unknown' | null): AsyncGenerator<string> {
    this.recent = recent;
    const { lastsMs } = this.parts;
    let beatAt = this.nextHeartbeat();
    if (lastsMs !== null) this.endsAt = performance.now() + lastsMs;
    let { end: place, position } = recent;
    const firstEnd = place;
    // It may have ended before this process told of its end.
    this.checkCredential();
    yield openingText(typeof begin === 'bigint' ? begin : position);
    yield* this.untilSure();
    if (begin !== null && !this.ended) {
      const caughtUp = await shareStorePatience(() => this.catchUp(recent, begin));
      ({ place, position } = caughtUp);
      if (caughtUp.reset) yield resetText(position, caughtUp.reset);
      const isWanted = () => !this.ended;
      for (let from = 0; from < caughtUp.earlier.length && isWanted(); from += changesAtOnce)
        yield* this.handChanges(() => this.textOf(caughtUp.earlier.slice(from, from + changesAtOnce), -1n, isWanted), this.parts.inTurn);
    }
    for (;;) {
      // Also of one that hears something all the time.
      if (performance.now() >= beatAt) this.checkCredential();
      yield* this.untilSure();
      if (this.ended) break;
      const now = performance.now();
      const isBeatDue = now >= beatAt;
      if (isBeatDue) beatAt = this.nextHeartbeat();
      const news = recent.after(place, changesAtOnce);
      if (!news) {
        this.stop({ reset: 'too_slow' });
      } else if (now >= this.endsAt && place >= firstEnd) {
        this.stop({ end: 'time_is_up' });
      } else if (news.changes.some(endsEpochOf(this.parts.caller.projectId))) {
        this.stop({ reset: 'project_reset' });
      } else if (news.changes.length > 0) {
        const [begin, behind] = [place, position];
        ({ place } = news);
        const textOf = () => this.textOf(news.changes, behind);
        const isCommon = (news.changes[0]?.position ?? 0n) > behind;
        yield* this.handChanges(isCommon ? () => recent.madeOnce(begin, this.parts.view, textOf) : textOf);
        position = later(position, news.changes.at(-1)?.position);
      } else if (isBeatDue) {
        const before = position;
        position = later(position, recent.position);
        yield heartbeatText(position > before ? position : null);
      } else {
        await recent.moved.wait(Math.min(beatAt, this.endsAt) - now);
      }
    }
    if (this.ended === 'gone') return;
    yield 'end' in this.ended ? endText(this.ended.end) : resetText(later(recent.position, this.ended.asOf), this.ended.reset);
  }

  /** Comments alone, while nobody knows whether the credential holds. */
  private async *untilSure(): AsyncGenerator<string> {
    while (this.isChecking && !this.ended) {
      if (await this.settled.wait(this.parts.heartbeatMs)) continue;
      if (performance.now() >= this.endsAt) this.stop({ end: 'time_is_up' });
      else yield heartbeatText(null);
    }
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
    const earlier = await this.parts.inTurn(async () => (this.ended ? [] : this.parts.findEarlier(after, now.position)));
    return typeof earlier === 'string' ? { ...now, reset: earlier } : { ...now, earlier: newestOfEach(earlier) };
  }

  /** Spread, so that streams that were opened together do not ask for their credentials together. */
  private nextHeartbeat(): number {
    return performance.now() + this.parts.heartbeatMs * (0.7 + 0.3 * Math.random());
  }

  private async *handChanges(text: () => Promise<ShownText>, turn: Turn = (work) => work()): AsyncGenerator<string> {
    const { text: shown, count } = await turn(() => shareStorePatience(text));
    // It may have ended while that was looked up.
    yield* this.untilSure();
    if (this.ended || count === 0) return;
    this.told += count;
    yield shown;
  }

  /** What the caller is told of these, but for what another process has told it. What others are told too has to be whole. */
  private async textOf(changes: readonly Change[], behind: bigint, isWanted = () => true): Promise<ShownText> {
    const texts: string[] = [];
    for (const change of newestOfEach(changes)) {
      if (!isWanted()) break;
      const shown = change.position > behind ? await this.parts.show(change) : null;
      if (shown) texts.push(changeText(change.position, shown));
    }
    return { text: texts.join(''), count: texts.length };
  }

  private async checkUntilSure(): Promise<void> {
    while (this.mustCheckAgain && !this.ended) {
      this.mustCheckAgain = false;
      const holder = await this.parts.findHolder().catch(() => undefined);
      if (holder === undefined) {
        this.mustCheckAgain = true;
        await this.settled.wait(askAgainMs);
        continue;
      }
      const { caller } = this.parts;
      if (holder === null || !mayTheSame(holder, caller)) this.stop({ end: 'credential_ended' });
      else if (holder.epoch !== caller.epoch) this.stop({ reset: 'project_reset', asOf: holder.asOf });
    }
    // In the same turn as the last look at whether to check again.
    this.isChecking = false;
    this.settled.notifyAll();
  }

  private stop(how: Ending): void {
    this.ended ??= how;
    if (how !== 'gone') setTimeout(this.parts.cut, lastWordMs).unref();
    this.settled.notifyAll();
    this.recent?.moved.notifyAll();
  }
}

const later = (one: bigint, other = one): bigint => (other > one ? other : one);

/** Whether a credential acts where it did and may do what it might. */
const mayTheSame = (now: Principal, before: Principal): boolean =>
  now.projectId === before.projectId && now.scopes.includes('read') && JSON.stringify(now.accountIds) === JSON.stringify(before.accountIds);
