import type { IncomingHttpHeaders } from 'node:http';
import type { RateLimit } from '../rate-limit';

/** Reads `X-RateLimit-*`: of the structured limit the first integer binds, with the window and the name of the first policy of that size. */
export function parseRateLimitHeaders(headers: IncomingHttpHeaders): RateLimit | null {
  const text = single(headers['x-ratelimit-limit']);
  if (text === undefined) return null;
  const [first, ...policies] = text.split(',').map((part) => part.trim());
  const limit = wholeNumber(/^\d+/.exec(first ?? '')?.[0]);
  if (limit === null) return null;
  const policy = [first ?? '', ...policies].find((part) => Number.parseInt(part, 10) === limit && /;\s*w=/.test(part)) ?? '';
  return {
    name: /;\s*name="?([^";,]+)"?/.exec(policy)?.[1] ?? null,
    limit,
    windowSeconds: wholeNumber(/;\s*w=(\d+)/.exec(policy)?.[1]),
    remaining: wholeNumber(single(headers['x-ratelimit-remaining'])),
    resetSeconds: wholeNumber(single(headers['x-ratelimit-reset'])),
  };
}

/** Seconds from `Retry-After`, as a number or as a date measured on `now`, the platform's own clock; never negative. */
export function parseRetryAfterHeader(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const text = single(headers['retry-after'])?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}

/** The `Date` header, or null when it is absent or no date. */
export function parseDateHeader(headers: IncomingHttpHeaders): Date | null {
  const at = Date.parse(single(headers['date']) ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}
