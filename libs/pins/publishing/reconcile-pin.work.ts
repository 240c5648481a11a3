import { Rejected } from '@pps/kernel';
import { PlatformError, type AnswerContext, type PlatformPin } from '@pps/platform';
import { fingerprintOf } from '../pin/content';
import { boundedMoment, backoffMs, momentAfter, refusedReadWaitMs } from './publishing.policy';
import { nextAction } from '../pin/next-action';
import type { Uptime } from '../pin/pin.events';
import type { Pin } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { recordReconciliation, type BoardReading } from './publishing.decider';
import { takePlatformPin, findTakers } from '../platform-pin/take-platform-pin';
import { originOf, isObsolete } from './append-outcome';
import type { AccountAccess, KnownPins, PublishingDeps } from './publishing-deps';

export interface ReconcilingDeps extends PublishingDeps {
  readonly knownPins: KnownPins;
  readonly reads: BoardReadPacing;
  /** How many seconds ago another machine had run for so long, whatever its wall clock said; null where nobody knows. */
  readonly secondsAgo: (other: Uptime) => Promise<number | null>;
}

export interface BoardReadPacing {
  /** Takes the first call of a read. Gives 0, else the seconds until the project may read again. */
  take(projectId: string): Promise<number>;
  /** Takes further calls that were made. */
  owe(projectId: string, calls: number): Promise<void>;
}

/** 100,000 pins: far more than a board of a person holds, and an end for a list that has none. */
const pagesAtMost = 400;
const unreadableAgainMs = 30_000;
const skewToleranceMs = 2_000;
/** By so much more, as two machines agree on a time to a second where neither has stood still. */
const otherMachineToleranceMs = 1_000;
/** A board with more pins that could be this one is for a person to look at anyway. */
const takersReadAtMost = 100;

/** Finds out whether an attempt of unknown outcome left its pin on the platform; creates nothing. */
export async function reconcilePin(deps: ReconcilingDeps, pinId: string, attempt: number): Promise<void> {
  const { state: pin } = await deps.streams.load(pinStream, pinId);
  const now = deps.clock();
  const action = pin.kind === 'pin' ? nextAction(pin) : null;
  if (pin.kind !== 'pin' || action?.kind !== 'read_board' || action.attempt !== attempt || action.at > now.toISOString()) return;
  if (await isObsolete(deps, pin)) return;
  // A simulated call leaves nothing behind: where its worker is gone there is no pin.
  const reading: BoardReading = pin.simulated ? { kind: 'none' } : await readBoard(deps, pin);
  const at = deps.clock();
  const retryAt = momentAfter(at, backoffMs(pin.attempts, deps.random()));
  const command = { attempt, dueAt: action.at, at: at.toISOString(), reading, reconcileAfterMs: deps.reconcileAfterMs, retryAt };
  await deps.streams.decide(pinStream, pinId, originOf(pin, at), (state) => recordReconciliation(command, state));
}

async function readBoard(deps: ReconcilingDeps, pin: Pin): Promise<BoardReading> {
  // Waits until it is known which pins are ours: without that no answer can be used, and none is asked for.
  await deps.knownPins.findOwned([]);
  const waitSeconds = await deps.reads.take(pin.projectId);
  if (waitSeconds > 0) {
    const inDoubtMs = deps.clock().getTime() - Date.parse(pin.firstAttemptAt ?? pin.queuedAt);
    return unreadable(deps, refusedReadWaitMs(waitSeconds * 1_000, inDoubtMs, deps.random()));
  }
  try {
    const candidates = await readMatchingPins(deps, pin);
    if (!candidates) return unreadable(deps, unreadableAgainMs);
    const owned = await deps.knownPins.findOwned(candidates.map(({ id }) => id));
    const free = await withoutTaken(
      deps,
      pin,
      candidates.filter(({ id }) => !owned.has(id)),
    );
    const [only] = free;
    if (!only) return { kind: 'none' };
    if (free.length > 1) return { kind: 'several', candidates: free.map(({ id }) => id) };
    // Equal pins in doubt, of other projects on the same board too, find the same one: exactly one of them gets it.
    if (!(await takePlatformPin(deps, pin, only.id))) return { kind: 'none' };
    return { kind: 'found', platformPinId: only.id, platformUrl: only.url, createdAt: publishedAt(pin, only, deps.clock()) };
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof Rejected)) throw error;
    if (error instanceof Rejected && error.code === 'account_revoked') return { kind: 'account_revoked' };
    const waitMs = error instanceof PlatformError && error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : unreadableAgainMs;
    return unreadable(deps, waitMs);
  }
}

/** What no other pin has taken; only the one that this pin has taken before, where there is one. */
async function withoutTaken(deps: ReconcilingDeps, pin: Pin, candidates: readonly PlatformPin[]): Promise<readonly PlatformPin[]> {
  const takers = await findTakers(
    deps,
    candidates.slice(0, takersReadAtMost).map(({ id }) => id),
  );
  const own = candidates.filter(({ id }) => takers.get(id) === pin.pinId);
  return own.length > 0 ? own.slice(0, 1) : candidates.filter(({ id }) => !takers.has(id));
}

const unreadable = ({ clock }: ReconcilingDeps, waitMs: number): BoardReading => ({
  kind: 'unreadable',
  retryAt: momentAfter(clock(), waitMs),
});

async function readMatchingPins(deps: ReconcilingDeps, pin: Pin): Promise<PlatformPin[] | null> {
  const access = await deps.accounts.accessToken(pin.accountId);
  try {
    return await readMatchingPages(deps, pin, access);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'unauthorized') throw error;
    return readMatchingPages(deps, pin, await deps.accounts.refreshAccess(pin.accountId, access));
  }
}

/** All pages that can hold it: the order of the list is not promised, so an old pin does not end the search. Null when too many are left unread. */
async function readMatchingPages(deps: ReconcilingDeps, pin: Pin, access: AccountAccess): Promise<PlatformPin[] | null> {
  const found = new Map<string, PlatformPin>();
  const seen = new Set<string>();
  const begun = await beginOf(deps, pin);
  let bookmark: string | null = null;
  for (let page = 0; page < pagesAtMost; page++) {
    if (page > 0) await deps.reads.owe(pin.projectId, 1);
    const { value, ...answer } = await deps.platform.boardPins(access.accessToken, pin.boardId, { bookmark, pageSize: 250 });
    const since = Math.floor((begun(answer) - skewToleranceMs) / 1000) * 1000;
    // While pages are read a pin may move from one to the next.
    for (const item of value.items) if (item.createdAt.getTime() >= since && isSame(item, pin)) found.set(item.id, item);
    bookmark = value.bookmark;
    if (bookmark === null) return [...found.values()];
    // A cursor that comes again leads round and round: what is behind it cannot be read.
    if (seen.has(bookmark)) break;
    seen.add(bookmark);
  }
  return found.size > 0 ? [...found.values()] : null;
}

type AnsweredAt = Omit<AnswerContext, 'rateLimit'>;

/**
 * When the first attempt began, on the platform's clock, as each of its answers tells: back from that by the time that has passed, where this is known, as
 * wall clocks may have been set since, or in the call. Of another machine both its wall clock and the time that has passed may be wrong: the earlier counts,
 * as a pin that is not found is published again. The platform's times have no part smaller than a second.
 */
async function beginOf(deps: ReconcilingDeps, pin: Pin): Promise<(answer: AnsweredAt) => number> {
  const { clock, uptime } = deps;
  const { firstAttemptUptime: then } = pin;
  const asked = uptime();
  const isHere = then?.boot === asked.boot;
  const past = !then ? null : isHere ? asked.seconds - then.seconds : await deps.secondsAgo(then);
  return ({ platformTime, clockSkewMs }) => {
    const byClock = Date.parse(pin.firstAttemptAt ?? pin.queuedAt) + (clockSkewMs ?? 0);
    if (past === null) return byClock;
    const byUptime = (platformTime ?? clock()).getTime() - (past + uptime().seconds - asked.seconds) * 1_000;
    return isHere ? byUptime : Math.min(byClock, byUptime - otherMachineToleranceMs);
  };
}

function isSame(item: PlatformPin, pin: Pin): boolean {
  const { title, description, link, altText } = item;
  const shown = {
    title: title ?? '',
    ...optional('description', description),
    ...optional('linkUrl', link),
    ...optional('altText', altText),
  };
  return fingerprintOf(pin.boardId, shown) === pin.fingerprint;
}

const optional = <K extends string>(key: K, value: string | null): { [P in K]?: string } =>
  (value === null ? {} : { [key]: value }) as { [P in K]?: string };

/** The platform's own time, exact to the second, but never before the attempt that made it, nor more than a day from now. */
function publishedAt({ firstAttemptAt, queuedAt }: Pin, { createdAt }: PlatformPin, now: Date): string {
  const begun = firstAttemptAt ?? queuedAt;
  const created = boundedMoment(now.toISOString(), createdAt.toISOString());
  return created > begun ? created : begun;
}
