import { PlatformError } from '@pps/platform';
import { outcomeOfCall } from '@pps/pins/testing';

const at = new Date('2026-11-20T10:00:00.000Z');
/** More than any answer allows a pin where it allows it a number of attempts. */
const manyAttempts = 20;

/** What a failed call of an attempt means for the pin, for a table. `isUpload`: nothing can have been published by it. */
export function becomesOfPin(error: unknown, { isUpload = false } = {}): string {
  if (!(error instanceof PlatformError)) return `NOT A PLATFORM ERROR: ${String(error)}`;
  const outcomes = Array.from({ length: manyAttempts }, (_, n) => outcomeOfCall(error, n + 1, at, 0));
  const [first] = outcomes;
  const failedAt = outcomes.findIndex(({ kind }) => kind === 'failed');
  const failed = outcomes[failedAt];
  if (error.kind === 'blocked') return 'block';
  if (error.kind === 'unauthorized') return `token, then ${failed?.kind === 'failed' ? failed.errorCode : 'NOTHING'}`;
  if (first?.kind === 'unknown') return isUpload ? 'again' : 'read';
  if (first?.kind === 'wait') return 'wait';
  if (failed?.kind !== 'failed') return 'again';
  return failedAt === 0 ? failed.errorCode : `${failedAt + 1} times, then ${failed.errorCode}`;
}

/** What the short names of the table mean. */
export const pinWords: Readonly<Record<string, string>> = {
  'a code': '`failed` with it at once',
  'n times, then a code': '`deferred` (`transient_upstream`) with growing waits, and `failed` with the code at the nth attempt',
  again:
    '`deferred` (`transient_upstream`, or `platform_unavailable` where nothing was sent or it is not offered) with growing waits, for a day',
  wait: '`deferred` (`rate_limited`), not counted; the account is parked as long as the platform says',
  block: '`deferred` (`rate_limited`), not counted; the account is parked, each time in a row twice as long, and then one call finds out',
  'token, then a code': 'the access token is refreshed and the next attempt goes at once; `failed` with the code where that is refused too',
  read: 'its outcome is unknown: the board is read, and another attempt made only where the pin is not there',
  '·': 'the call succeeds',
};
