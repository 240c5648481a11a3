import { Rejected } from '@pps/kernel';
import type { PlatformError } from '@pps/platform';

const usualWaitSeconds = 30;

/** The platform's trouble as the interface's: its rate limit is 429, all that passes by itself 503. */
export function platformRejection({ kind, retryAfterSeconds }: PlatformError): Rejected {
  const wait = { retry_after_seconds: retryAfterSeconds ?? usualWaitSeconds };
  return kind === 'rate_limited'
    ? new Rejected('platform_rate_limited', "The platform's rate limit is reached", wait)
    : new Rejected('platform_unavailable', 'The platform is not available', wait);
}
