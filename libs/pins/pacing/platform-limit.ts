import type { RateLimit } from '@pps/platform';

/** Calls that the platform allows one account in each of its windows. */
export interface PlatformLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

const daySeconds = 86_400;

/** The limit of an answer's headers, at least one call in at most a day, so that the next answer can take it back; null when they name no window. */
export function platformLimit({ limit, windowSeconds }: RateLimit): PlatformLimit | null {
  if (windowSeconds === null) return null;
  return { limit: Math.max(1, limit), windowSeconds: Math.min(Math.max(1, windowSeconds), daySeconds) };
}

/** Seconds until the platform takes a call again, when its headers say that it takes none now; null otherwise. */
export const exhaustedForSeconds = ({ remaining, resetSeconds }: RateLimit): number | null =>
  remaining === 0 && resetSeconds !== null && resetSeconds > 0 ? Math.min(resetSeconds, daySeconds) : null;
