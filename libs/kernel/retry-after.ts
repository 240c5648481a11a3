import { httpDateMs } from './clock';

/** What somebody outside may make us wait at once: a day. */
export const longestWaitSeconds = 86_400;

const seconds = /^\d+$/;
const httpDate = /^[A-Za-z]{3,9},? .*(GMT| \d{4})$/;

/**
 * Seconds that a `Retry-After` header asks to wait, 0 to a day: whole seconds, or an HTTP date measured on `now`, the clock of who sent it. Undefined
 * when it says neither.
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (seconds.test(text)) return withinDay(Number(text));
  const at = httpDate.test(text) ? httpDateMs(text) : NaN;
  return Number.isNaN(at) ? undefined : withinDay(Math.ceil((at - now.getTime()) / 1000));
}

const withinDay = (wanted: number): number => Math.min(Math.max(wanted, 0), longestWaitSeconds);
