import { type RateLimit, PlatformError } from '@pps/platform';
import { exhaustedForSeconds, platformLimit } from '../pacing/platform-limit';
import type { Pin, WaitingPin } from '../pin/pin.state';
import type { PublishingDeps } from './publishing-deps';
import { pinStream } from '../pin/pin.stream';
import { originOf } from './append-outcome';
import { outcomeOfCall } from './outcome-of-call';
import { deferWaiting, type AttemptOutcome } from './publishing.decider';
import { momentAfter } from './publishing.policy';

/** Holds the account to the limit that the platform announced. Never rejects and is not waited for: the next answer says it again. */
export async function applyRateLimit(
  deps: RateLimitDeps,
  { accountId }: Pick<Pin, 'accountId'>,
  announced: RateLimit | null,
): Promise<void> {
  if (!announced) return;
  const { buckets, accounts, clock } = deps;
  try {
    const exhaustedFor = exhaustedForSeconds(announced);
    if (exhaustedFor !== null) await buckets.park(accountId, new Date(clock().getTime() + exhaustedFor * 1000));
    const limit = platformLimit(announced);
    if (!limit || buckets.knows(accountId, limit)) return;
    await accounts.learnLimit(accountId, { ...limit, binds: buckets.binds(limit) });
    await buckets.learn(accountId, limit);
  } catch {
    return;
  }
}

type RateLimitDeps = Pick<PublishingDeps, 'clock' | 'accounts' | 'buckets'>;

/** The platform blocks the account: nothing of it goes out for a while that grows with each block, and then one call that finds out. */
export async function afterBlock(deps: PublishingDeps, pin: WaitingPin, error: PlatformError): Promise<ReturnType<typeof outcomeOfCall>> {
  const outcome = outcomeOfCall(error, pin.attempts + 1, deps.clock(), deps.random());
  const seconds = await deps.buckets.block(pin.accountId, error.retryAfterSeconds ?? 0, deps.random()).catch(() => null);
  if (outcome.kind !== 'wait' || seconds === null) return outcome;
  return { ...outcome, isBlock: true, nextAttemptAt: momentAfter(deps.clock(), seconds * 1000) };
}

/** What a call that was let through to find out says of the block. Never rejects and is not waited for: the next call finds out after a minute. */
export async function settleProbe({ buckets }: Pick<PublishingDeps, 'buckets'>, accountId: string, error: unknown): Promise<void> {
  const isRefused = error instanceof PlatformError && !error.outcomeUnknown && error.kind !== 'blocked' && error.kind !== 'rate_limited';
  if (error !== null && !isRefused) return;
  try {
    await buckets.settleProbe(accountId, error === null ? 'over' : 'another may ask');
  } catch {
    return;
  }
}

/** Defers what waits of an account that the platform has just blocked; what is left out is deferred after the next call that meets the block. */
export async function deferBlocked(deps: PublishingDeps, pin: WaitingPin, outcome: AttemptOutcome): Promise<void> {
  if (outcome.kind !== 'wait' || outcome.isBlock !== true) return;
  const { nextAttemptAt, message } = outcome;
  for (const pinId of await deps.waitingBefore(pin.accountId, nextAttemptAt)) {
    const { state } = await deps.streams.load(pinStream, pinId);
    if (state.kind !== 'pin' || state.accountId !== pin.accountId) continue;
    const at = deps.clock();
    const command = { at: at.toISOString(), nextAttemptAt, message };
    await deps.streams.decide(pinStream, pinId, originOf(state, at), (current) => deferWaiting(command, current));
  }
}
