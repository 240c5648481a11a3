import { NotFound, Rejected } from '@pps/kernel';
import { PlatformError } from '@pps/platform';
import { callStartsWithinMs, globalBucketOf } from '../pacing/token-buckets.store';
import type { WaitingPin } from '../pin/pin.state';
import { accessRefreshedMessage } from '../pin/pin.stream';
import type { AttemptOutcome } from './publishing.decider';
import { backoffMs, faultWaitMs, momentAfter } from './publishing.policy';
import { isObsolete } from './append-outcome';
import { isAccountRefusal, outcomeOfCall } from './outcome-of-call';
import { afterBlock, settleProbe, applyRateLimit } from './apply-rate-limit';
import { AssetUnreadable } from './own-images';
import type { AccountAccess, PublishingDeps } from './publishing-deps';

export type CallFailure = Exclude<AttemptOutcome, { kind: 'published' }>;

export interface OpenAttempt {
  readonly attempt: number;
  /** On the monotonic clock: a call that begins later could still run when the attempt is taken to be over. */
  readonly callBefore: number;
}

/**
 * Gets the account's access, lets `prepare` read what the call needs, spends the grant's tokens and calls at once. Every failure before the call is an
 * outcome, as nothing was sent; so is every answer. An attempt that ends before it has spent its tokens closes its grant in the same moment, so that
 * another pin can have the place.
 */
export async function pacedCall<Prepared, Result>(
  deps: PublishingDeps,
  pin: WaitingPin,
  open: OpenAttempt,
  prepare: () => Promise<Prepared | CallFailure>,
  call: (access: AccountAccess, prepared: Prepared) => Promise<Result>,
): Promise<Result | CallFailure> {
  const ready = await readyToCall(deps, pin, open, prepare);
  if (!('prepared' in ready)) return ready;
  return callPlatform(deps, pin, ready.access, () => call(ready.access, ready.prepared));
}

async function readyToCall<Prepared>(
  deps: PublishingDeps,
  pin: WaitingPin,
  open: OpenAttempt,
  prepare: () => Promise<Prepared | CallFailure>,
): Promise<CallFailure | { readonly access: AccountAccess; readonly prepared: Prepared }> {
  let isClaimed = false;
  try {
    const access = await deps.accounts.accessToken(pin.accountId);
    const prepared = await prepare();
    if (isFailure(prepared)) return prepared;
    // As late as can be: forgetting, or a removal of the account, that comes after this look closes the grant before it is answered.
    const askedAt = pin.retriedAt ?? pin.queuedAt;
    const [isGone] = await Promise.all([isObsolete(deps, pin), deps.accounts.requireUsable(pin.accountId, askedAt)]);
    if (isGone) return { kind: 'failed', errorCode: 'account_revoked', message: 'The workspace is gone.' };
    const refused = await claimToken(deps, pin, open);
    isClaimed = refused === null;
    return refused ?? { access, prepared };
  } catch (error) {
    return nothingSent(deps, pin, error);
  } finally {
    // A grant that cannot be closed now is dropped when it is offered again.
    if (!isClaimed) await deps.closeGrant(pin.pinId, open.attempt).catch(() => undefined);
  }
}

/** What fails before a call, or after one that the platform refused: the attempt is over at once, and not one of those allowed where the fault is the service's own. */
export function nothingSent(deps: PublishingDeps, pin: WaitingPin, error: unknown): CallFailure {
  if (error instanceof Rejected) return refusedAccess(deps, pin, error);
  if (error instanceof NotFound) return { kind: 'failed', errorCode: 'account_revoked', message: 'The platform account is gone.' };
  if (error instanceof AssetUnreadable) return tryAgainLater(deps, pin, error.message);
  deps.onFault(error);
  return waitAfterFault(deps, pin, 'The service could not make the call; nothing was sent.');
}

function waitAfterFault({ clock, random }: PublishingDeps, { firstAttemptAt }: WaitingPin, message: string): CallFailure {
  const now = clock();
  const age = firstAttemptAt === null ? 0 : now.getTime() - Date.parse(firstAttemptAt);
  return { kind: 'wait', reason: 'transient_upstream', message, nextAttemptAt: momentAfter(now, faultWaitMs(age, random())) };
}

const isFailure = (prepared: unknown): prepared is CallFailure =>
  typeof prepared === 'object' && prepared !== null && 'kind' in prepared && prepared.kind === 'failed';

function refusedAccess(deps: PublishingDeps, pin: WaitingPin, { code, message, context }: Rejected): CallFailure {
  if (isAccountRefusal(code)) return { kind: 'failed', errorCode: code, message };
  const retryAfter = context['retry_after_seconds'];
  const waitMs = typeof retryAfter === 'number' ? retryAfter * 1000 : backoffMs(pin.attempts + 1, deps.random());
  const nextAttemptAt = momentAfter(deps.clock(), waitMs);
  if (code === 'platform_rate_limited') return { kind: 'wait', reason: 'rate_limited', message, nextAttemptAt };
  return { kind: 'try_again', reason: 'platform_unavailable', message, nextAttemptAt };
}

function tryAgainLater(deps: PublishingDeps, pin: WaitingPin, message: string): CallFailure {
  const waitMs = backoffMs(pin.attempts + 1, deps.random());
  const nextAttemptAt = momentAfter(deps.clock(), waitMs);
  return { kind: 'try_again', reason: 'transient_upstream', message, nextAttemptAt };
}

async function claimToken(deps: PublishingDeps, pin: WaitingPin, { attempt, callBefore }: OpenAttempt): Promise<CallFailure | null> {
  const askedAt = deps.monotonic();
  if (askedAt > callBefore) return waitAfterFault(deps, pin, 'What the call needs came too late; nothing was sent.');
  const claim = await deps.buckets.claim(pin.pinId, attempt, pin.accountId, globalBucketOf(pin));
  if (!claim.granted && claim.waitSeconds === null) return waitAfterFault(deps, pin, 'The attempt lost its place; nothing was sent.');
  if (!claim.granted) return waitForToken(deps, claim.waitSeconds ?? 0, 'No publishing token was left.');
  // A token is for now: used after a stall it would make the platform see two windows' calls in one.
  if (deps.monotonic() - askedAt > callStartsWithinMs) return waitForToken(deps, 0, 'The worker stalled before the call.');
  return null;
}

function waitForToken({ clock }: PublishingDeps, seconds: number, message: string): CallFailure {
  const nextAttemptAt = momentAfter(clock(), seconds * 1000);
  return { kind: 'wait', reason: 'rate_limited', message, nextAttemptAt };
}

async function callPlatform<Result>(
  deps: PublishingDeps,
  pin: WaitingPin,
  access: AccountAccess,
  call: () => Promise<Result>,
): Promise<Result | CallFailure> {
  try {
    const result = await call();
    void settleProbe(deps, pin.accountId, null);
    return result;
  } catch (error) {
    void settleProbe(deps, pin.accountId, error);
    if (error instanceof PlatformError && error.kind === 'unauthorized') return afterRefusedToken(deps, pin, access, error);
    if (error instanceof Rejected || error instanceof AssetUnreadable) return nothingSent(deps, pin, error);
    return failureOutcome(deps, pin, error);
  }
}

/** The refused call published nothing; with a fresh token the next attempt goes at once, on tokens of its own. */
async function afterRefusedToken(
  deps: PublishingDeps,
  pin: WaitingPin,
  access: AccountAccess,
  refused: PlatformError,
): Promise<CallFailure> {
  try {
    if (pin.deferral?.accessRefreshed) {
      await deps.accounts.reportDead(pin.accountId, access);
      return { kind: 'failed', errorCode: 'token_expired', message: refused.reason };
    }
    await deps.accounts.refreshAccess(pin.accountId, access);
    const now = deps.clock().toISOString();
    return { kind: 'try_again', reason: 'transient_upstream', message: accessRefreshedMessage, nextAttemptAt: now, accessRefreshed: true };
  } catch (error) {
    if (!(error instanceof PlatformError)) return nothingSent(deps, pin, error);
    return failureOutcome(deps, pin, error.transient ? error : refused);
  }
}

async function failureOutcome(deps: PublishingDeps, pin: WaitingPin, error: unknown): Promise<CallFailure> {
  const at = deps.clock();
  if (!(error instanceof PlatformError)) throw error;
  void applyRateLimit(deps, pin, error.rateLimit);
  if (error.kind === 'blocked') return afterBlock(deps, pin, error);
  const outcome = outcomeOfCall(error, pin.attempts + 1, at, deps.random());
  if (outcome.kind === 'wait') await deps.buckets.park(pin.accountId, new Date(outcome.nextAttemptAt)).catch(() => undefined);
  return outcome;
}
