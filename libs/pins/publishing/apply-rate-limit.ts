import type { RateLimit } from '@pps/platform';
import { exhaustedForSeconds, platformLimit } from '../pacing/platform-limit';
import type { Pin } from '../pin/pin.state';
import type { PublishingDeps } from './publishing-deps';

/**
 * Holds the account to what the platform announced with its answer to a writing call. Never rejects, as the next answer says it again, and is
 * not waited for, as nothing may come between an answer and its record.
 */
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
