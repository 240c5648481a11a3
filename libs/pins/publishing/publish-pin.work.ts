import { StoreUnavailable, WrongRevision, type CommandRunner } from '@pps/event-store';
import { Rejected, type Clock } from '@pps/kernel';
import { PlatformError, type Platform } from '@pps/platform';
import type { Database } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { dropGrant } from '../pacing/grants';
import type { TokenBuckets } from '../pacing/token-buckets';
import type { PinErrorCode } from '../pin.events';
import type { Pin } from '../pin-state';
import { pinStream } from '../pin-stream';
import { recordOutcome, startAttempt, type AttemptOutcome } from '../publishing.decider';
import { backoffMs } from '../publishing-policy';
import { draftOf } from './draft-of';
import { originOf } from './origin';
import { outcomeOfCall } from './outcome-of-call';
import type { AccountAccess, PublishingAccounts } from './ports';

export interface PublishingDeps {
  readonly runner: CommandRunner;
  readonly db: Database;
  readonly buckets: TokenBuckets;
  readonly platform: Platform;
  readonly accounts: PublishingAccounts;
  readonly clock: Clock;
  readonly random: () => number;
  readonly platformTimeoutMs: number;
  readonly reconcileAfterMs: readonly number[];
}

const permanentRefusals: ReadonlySet<string> = new Set(['account_revoked', 'token_expired', 'token_revoked', 'scope_missing']);
const refusedTokenMessage = 'The platform refused the token; it was refreshed.';
const recordingMs = 5_000;
const recordForMs = 60_000;
const freshClaimMs = 250;

/** One attempt: records the intention, spends the tokens, calls the platform at once, records the outcome. */
export async function publishPin(deps: PublishingDeps, pinId: string, attempt: number): Promise<void> {
  const { state: pin, revision } = await deps.runner.load(pinStream, pinId);
  const at = deps.clock();
  const deadline = new Date(at.getTime() + 2 * deps.platformTimeoutMs + recordingMs);
  const start = { attempt, at: at.toISOString(), deadline: deadline.toISOString() };
  if (pin.kind !== 'pin' || startAttempt(start, pin).length === 0) return dropGrant(deps.db, pinId, attempt);
  try {
    await deps.runner.run(pinStream, pinId, originOf(pin, at), (state) => startAttempt(start, state), { pinned: revision });
  } catch (error) {
    // Somebody else has it.
    if (error instanceof WrongRevision) return dropGrant(deps.db, pinId, attempt);
    throw error;
  }
  await record(deps, pin, attempt, await attemptOutcome(deps, pin, attempt));
}

async function attemptOutcome(deps: PublishingDeps, pin: Pin, attempt: number): Promise<AttemptOutcome> {
  try {
    return await call(deps, pin, attempt, await deps.accounts.accessToken(pin.accountId));
  } catch (error) {
    if (error instanceof Rejected) return refusedAccess(deps, pin, error);
    throw error;
  }
}

/** Nothing was sent: the account's access could not be had. */
function refusedAccess(deps: PublishingDeps, pin: Pin, { code, message, context }: Rejected): AttemptOutcome {
  if (permanentRefusals.has(code)) return { kind: 'failed', errorCode: code as PinErrorCode, message };
  const retryAfter = context['retry_after_seconds'];
  const waitMs = typeof retryAfter === 'number' ? retryAfter * 1000 : backoffMs(pin.attempts + 1, deps.random());
  const nextAttemptAt = new Date(deps.clock().getTime() + Math.ceil(waitMs)).toISOString();
  if (code === 'platform_rate_limited') return { kind: 'wait', reason: 'rate_limited', message, nextAttemptAt };
  return { kind: 'try_again', reason: 'platform_unavailable', message, nextAttemptAt };
}

async function call(deps: PublishingDeps, pin: Pin, attempt: number, access: AccountAccess): Promise<AttemptOutcome> {
  const askedAt = performance.now();
  const claim = await deps.buckets.claim(pin.pinId, attempt, pin.accountId);
  if (!claim.granted) return waitForToken(deps, claim.waitSeconds ?? 1, 'No publishing token was left.');
  // A token is for now: used after a stall it would make the platform see two windows' calls in one.
  if (performance.now() - askedAt > freshClaimMs) return waitForToken(deps, 0, 'The worker stalled before the call.');
  try {
    return await create(deps, pin, access);
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'unauthorized') return afterRefusedToken(deps, pin, access, error);
    return failureOutcome(deps, pin, error);
  }
}

function waitForToken({ clock }: PublishingDeps, seconds: number, message: string): AttemptOutcome {
  const nextAttemptAt = new Date(clock().getTime() + Math.ceil(seconds * 1000)).toISOString();
  return { kind: 'wait', reason: 'rate_limited', message, nextAttemptAt };
}

async function create(deps: PublishingDeps, pin: Pin, access: AccountAccess): Promise<AttemptOutcome> {
  const { value } = await deps.platform.createPin(access.accessToken, draftOf(pin), { timeoutMs: deps.platformTimeoutMs });
  return { kind: 'published', platformPinId: value.id, platformUrl: value.url, publishedAt: deps.clock().toISOString() };
}

/** The refused call published nothing; with a fresh token the next attempt goes at once, on tokens of its own. */
async function afterRefusedToken(deps: PublishingDeps, pin: Pin, access: AccountAccess, refused: PlatformError): Promise<AttemptOutcome> {
  try {
    if (pin.errorMessage === refusedTokenMessage) {
      await deps.accounts.reportDead(pin.accountId, access);
      return { kind: 'failed', errorCode: 'token_expired', message: refused.reason };
    }
    await deps.accounts.refreshed(pin.accountId, access);
    const now = deps.clock().toISOString();
    return { kind: 'try_again', reason: 'transient_upstream', message: refusedTokenMessage, nextAttemptAt: now };
  } catch (error) {
    if (error instanceof Rejected) return refusedAccess(deps, pin, error);
    return failureOutcome(deps, pin, error instanceof PlatformError && error.transient ? error : refused);
  }
}

async function failureOutcome(deps: PublishingDeps, pin: Pin, error: unknown): Promise<AttemptOutcome> {
  const at = deps.clock();
  if (!(error instanceof PlatformError)) throw error;
  const outcome = outcomeOfCall(error, pin.attempts + 1, at, deps.random());
  if (outcome.kind === 'wait') await deps.buckets.park(pin.accountId, new Date(outcome.nextAttemptAt)).catch(() => undefined);
  return outcome;
}

/** Keeps trying for a minute; after that the attempt's deadline makes the outcome unknown, which is true. */
async function record(deps: PublishingDeps, pin: Pin, attempt: number, outcome: AttemptOutcome): Promise<void> {
  const giveUpAt = performance.now() + recordForMs;
  for (;;) {
    const at = deps.clock();
    const command = { attempt, at: at.toISOString(), outcome, reconcileAfterMs: deps.reconcileAfterMs };
    try {
      await deps.runner.run(pinStream, pin.pinId, originOf(pin, at), (state) => recordOutcome(command, state));
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > giveUpAt) throw error;
      await delay(500);
    }
  }
}
