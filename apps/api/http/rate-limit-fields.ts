import type { CountedLimit } from '@pps/runtime';

/** What an answer says of the limits that its request was counted against, as structured fields (RFC 9651, draft-ietf-httpapi-ratelimit-headers); none without one. */
export const rateLimitFields = (limits: readonly CountedLimit[] = []): Readonly<Record<string, string>> =>
  limits.length === 0
    ? {}
    : {
        'ratelimit-policy': limits.map(({ name, most, windowSeconds }) => `${nameOf(name)};q=${most};w=${windowSeconds}`).join(', '),
        ratelimit: limits.map(({ name, left, secondsLeft }) => `${nameOf(name)};r=${left};t=${secondsLeft}`).join(', '),
      };

/** A string of such a field: names of limits are plain words. */
const nameOf = (name: string): string => `"${name}"`;
