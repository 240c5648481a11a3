import { Rejected } from '@pps/kernel';
import type { PlatformError } from '@pps/platform';

const usualWaitSeconds = 30;

/** The platform's error as ours: `platform_rate_limited` (429) for its rate limit and for its block of the account, `platform_unavailable` (503) for everything that a later call may not meet. */
export function platformRejection({ kind, retryAfterSeconds }: PlatformError): Rejected {
  const wait = { retry_after_seconds: retryAfterSeconds ?? usualWaitSeconds };
  return kind === 'rate_limited' || kind === 'blocked'
    ? new Rejected('platform_rate_limited', "The platform's rate limit is reached", wait)
    : new Rejected('platform_unavailable', 'The platform is not available', wait);
}
