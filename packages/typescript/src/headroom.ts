/** What is left of the month's quota and of the account's bucket, as the answer says it; null where it does not. */
export interface Headroom {
  readonly quotaLimit: number | null;
  readonly quotaUsed: number | null;
  readonly quotaRemaining: number | null;
  readonly rateRemaining: number | null;
  readonly rateCapacity: number | null;
  readonly rateRefillPerSecond: number | null;
}

/** What is left of a counted kind of call, from the header `RateLimit`. */
export interface RateLimit {
  readonly policy: string;
  readonly remaining: number;
  readonly resetSeconds: number | null;
}

const platform = 'x-platform-ratelimit-';

/** What an answer says of quota and pace; null where it says nothing. */
export function headroomOf(headers: Headers): Headroom | null {
  const read = (name: string): number | null => numberOf(headers.get(name));
  const found: Headroom = {
    quotaLimit: read('x-service-quota-limit'),
    quotaUsed: read('x-service-quota-used'),
    quotaRemaining: read('x-service-quota-remaining'),
    rateRemaining: read(`${platform}remaining`),
    rateCapacity: read(`${platform}capacity`),
    rateRefillPerSecond: read(`${platform}refill-per-second`),
  };
  return Object.values(found).every((value) => value === null) ? null : found;
}

/** What an answer says of the limits that its call counts towards. */
export function rateLimitsOf(headers: Headers): readonly RateLimit[] {
  const entries = [...(headers.get('ratelimit') ?? '').matchAll(/"([^"]*)"([^,]*)/g)];
  return entries.flatMap(([, policy = '', rest = '']) => {
    const remaining = numberOf(/;\s*r=(\d+)/.exec(rest)?.[1]);
    return remaining === null ? [] : [{ policy, remaining, resetSeconds: numberOf(/;\s*t=(\d+)/.exec(rest)?.[1]) }];
  });
}

function numberOf(text: string | null | undefined): number | null {
  const value = text ? Number(text) : NaN;
  return Number.isFinite(value) ? value : null;
}
