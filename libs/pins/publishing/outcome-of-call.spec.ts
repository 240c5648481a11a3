import { PlatformError, type PlatformFailure } from '@pps/platform';
import { outcomeOfCall } from './outcome-of-call';

const at = new Date('2026-11-20T10:00:00.000Z');
const failed = (failure: Partial<PlatformFailure>, attempts = 1) =>
  outcomeOfCall(
    new PlatformError({ kind: 'upstream', outcome: 'refused', operation: 'pins.create', reason: 'why', ...failure }),
    attempts,
    at,
    0,
  );

describe('what a failed call means', () => {
  it('leaves the outcome unknown where the call may have taken effect', () => {
    expect(failed({ outcome: 'unknown' })).toEqual({ kind: 'unknown', message: 'why' });
  });

  it('waits as long as the platform asks, without counting', () => {
    const wait = failed({ kind: 'rate_limited', retryAfterSeconds: 30 });
    expect(wait).toMatchObject({ kind: 'wait', reason: 'rate_limited', nextAttemptAt: '2026-11-20T10:00:30.000Z' });
  });

  it.each([1e309, 1e15, 86_400_000, 86_400])('waits for at most a day where the platform asks for %s s', (retryAfterSeconds) => {
    const outcome = failed({ kind: 'rate_limited', retryAfterSeconds });
    expect(outcome).toMatchObject({ kind: 'wait', nextAttemptAt: '2026-11-21T10:00:00.000Z' });
  });

  it.each([-5, NaN])('waits as usual where the platform asks for %s s', (retryAfterSeconds) => {
    const outcome = failed({ kind: 'rate_limited', retryAfterSeconds });
    expect(outcome).toMatchObject({ kind: 'wait', nextAttemptAt: '2026-11-20T10:01:00.000Z' });
  });

  it('tries again what never arrived or was only busy', () => {
    expect(failed({ kind: 'network', outcome: 'not_sent' })).toMatchObject({ kind: 'try_again', reason: 'platform_unavailable' });
    expect(failed({ kind: 'conflict' })).toMatchObject({ kind: 'try_again', reason: 'transient_upstream' });
  });

  it('tries again what the platform does not offer now', () => {
    const outcome = failed({ kind: 'not_available', status: 503, code: 4197 });
    expect(outcome).toMatchObject({ kind: 'try_again', reason: 'platform_unavailable', nextAttemptAt: expect.any(String) });
  });

  it('tries an unreachable image twice more, then fails', () => {
    expect(failed({ kind: 'media_unreachable' }, 2)).toMatchObject({ kind: 'try_again' });
    expect(failed({ kind: 'media_unreachable' }, 3)).toMatchObject({ kind: 'failed', errorCode: 'media_url_unreachable' });
  });

  it('tries what nobody listed again with growing waits, then fails', () => {
    const waits = [1, 2, 3, 4].map((attempts) => failed({ kind: 'unclassified', status: 403, code: 77 }, attempts));
    expect(waits).toMatchObject(Array(4).fill({ kind: 'try_again', reason: 'transient_upstream' }));
    const seconds = waits.map((wait) => wait.kind === 'try_again' && (Date.parse(wait.nextAttemptAt) - at.getTime()) / 1_000);
    expect(seconds).toEqual([1, 2, 4, 8]);
    expect(failed({ kind: 'unclassified', status: 403, code: 77 }, 5)).toMatchObject({ kind: 'failed', errorCode: 'internal_error' });
  });

  it('waits where the platform blocks the account, without counting', () => {
    expect(failed({ kind: 'blocked', status: 403, code: 9 }, 7)).toMatchObject({ kind: 'wait', reason: 'rate_limited' });
  });

  it.each([
    ['validation', 'invalid_payload'],
    ['invalid_image', 'invalid_image'],
    ['board_not_found', 'board_not_found'],
    ['board_access_denied', 'board_access_denied'],
    ['scope_missing', 'scope_missing'],
  ] as const)('fails %s as %s', (kind, errorCode) => {
    expect(failed({ kind })).toMatchObject({ kind: 'failed', errorCode });
  });
});
