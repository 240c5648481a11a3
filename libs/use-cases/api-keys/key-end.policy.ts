import type { FieldError } from '@pps/kernel';

/** A key with an end has it within so many days; one that is to work for longer has none. */
export const farthestEndDays = 5 * 366;

const dayMs = 86_400_000;

/** What is wrong with the end that is asked for a key; null: nothing. */
export function unfitEnd(expiresAt: string | null | undefined, now: Date): FieldError | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const aheadMs = Date.parse(expiresAt) - now.getTime();
  const loc = ['body', 'expires_at'];
  if (aheadMs <= 0) return { loc, msg: 'expires_at must be in the future', type: 'datetime_future' };
  if (aheadMs <= farthestEndDays * dayMs) return null;
  return { loc, msg: `expires_at must be within ${farthestEndDays} days; leave it out for a key without an end`, type: 'less_than_equal' };
}
