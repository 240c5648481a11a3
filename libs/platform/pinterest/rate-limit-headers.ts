import type { IncomingHttpHeaders } from 'node:http';
import { cleanOutsideText, httpDateMs, longestWaitSeconds, retryAfterSeconds } from '@pps/kernel';
import type { RateLimit } from '../platform';

const mostCalls = 1_000_000_000;
const longestName = 100;
/** A clock that differs by more is not believed. */
const farthestDateMs = 366 * 86_400_000;

/** Reads `X-RateLimit-*`, at most 10^9 calls and a day: of the structured limit the first integer binds, with the window and the name of the first policy of that size. */
export function parseRateLimitHeaders(headers: IncomingHttpHeaders): RateLimit | null {
  const text = single(headers['x-ratelimit-limit']);
  if (text === undefined) return null;
  const [first, ...policies] = text.split(',').map((part) => part.trim());
  const limit = wholeNumber(/^\d+/.exec(first ?? '')?.[0], mostCalls);
  if (limit === null) return null;
  const policy =
    [first ?? '', ...policies].find((part) => Number.parseInt(part, 10) === Number.parseInt(first ?? '', 10) && /;\s*w=/.test(part)) ?? '';
  return {
    name: nameIn(policy),
    limit,
    windowSeconds: wholeNumber(/;\s*w=(\d+)/.exec(policy)?.[1], longestWaitSeconds),
    remaining: wholeNumber(single(headers['x-ratelimit-remaining']), mostCalls),
    resetSeconds: wholeNumber(single(headers['x-ratelimit-reset']), longestWaitSeconds),
  };
}

/** Seconds from `Retry-After`, 0 to a day, as a number or as a date measured on `now`, the platform's own clock. */
export const parseRetryAfterHeader = (headers: IncomingHttpHeaders, now: Date): number | undefined =>
  retryAfterSeconds(single(headers['retry-after']), now);

/** The `Date` header, or null when it is absent, no date, or more than a year away from `now`. */
export function parseDateHeader(headers: IncomingHttpHeaders, now: Date): Date | null {
  const at = httpDateMs(single(headers['date']) ?? '');
  return Math.abs(at - now.getTime()) <= farthestDateMs ? new Date(at) : null;
}

function nameIn(policy: string): string | null {
  const name = /;\s*name="?([^";,]+)"?/.exec(policy)?.[1];
  return name === undefined ? null : cleanOutsideText(name, longestName);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function wholeNumber(text: string | undefined, most: number): number | null {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Math.min(Number(text), most) : null;
}
