import { SetMetadata } from '@nestjs/common';
import type { LimitName } from '@pps/rate-limits';

export const RATE_LIMIT = 'rate-limit';

/**
 * Counts every call of the route against a limit, by client address or by the caller's project as the limit says; beyond it 429. Where a call may
 * be refused for what it names, the handler counts it after that: a refused call costs nothing.
 */
export const RateLimited = (name: LimitName) => SetMetadata(RATE_LIMIT, name);
