import { given } from '@pps/kernel/testing';
import { pin } from '../pin/pin.stream';
import type { PinFact } from '../pin/pin.events';
import { attemptStarted, pinQueued } from '../testing';
import { deferWaiting, giveUpWaiting } from './publishing.decider';
import { backoffMs, faultWaitMs, giveUpAfterWait, nextReadAfter, refusedReadWaitMs } from './publishing.policy';

const at = '2026-11-20T10:00:02.000Z';

const putOff = (attempt: number, deferredAt: string, nextAttemptAt: string): PinFact => ({
  type: 'PinPublishDeferred',
  data: { attempt, reason: 'rate_limited', message: 'Slow down.', deferredAt, nextAttemptAt, counts: false },
});

describe('a pin that was put off', () => {
  it('for a day by the platform has its attempt after that, and fails by itself a week after the first at the latest', () => {
    const started = given(pin, pinQueued(), attemptStarted(), putOff(1, at, '2026-11-21T10:00:02.000Z'));
    const giveUp = (moment: string) => started.when((state) => giveUpWaiting({ at: moment }, state));
    expect(giveUp('2026-11-22T10:00:00.000Z')).toEqual([]);
    expect(giveUp('2026-11-22T10:00:02.001Z')).toMatchObject([{ type: 'PinFailed', data: { errorCode: 'publish_timeout' } }]);
    const days = Array.from({ length: 9 }, (_, day): PinFact[] => {
      const [deferredAt = at, nextAttemptAt = at] = [day, day + 1].map((n) => new Date(Date.parse(at) + n * 86_400_000).toISOString());
      return [attemptStarted(day + 1, deferredAt), putOff(day + 1, deferredAt, nextAttemptAt)];
    });
    const again = given(pin, pinQueued(), ...days.flat());
    expect(again.when((state) => giveUpWaiting({ at: '2026-11-27T10:00:01.000Z' }, state))).toEqual([]);
    expect(again.when((state) => giveUpWaiting({ at: '2026-11-27T10:00:02.001Z' }, state))).toHaveLength(1);
  });

  it('because its account is blocked, with or without an attempt of its own, has its day after the block', () => {
    const until = '2026-11-21T09:00:00.000Z';
    for (const before of [[pinQueued()], [pinQueued(), attemptStarted(), putOff(1, at, at)]]) {
      const put = given(pin, ...before).when((state) => deferWaiting({ at, nextAttemptAt: until, message: 'Blocked.' }, state));
      const blocked = given(pin, ...before, ...put);
      expect(blocked.when((state) => giveUpWaiting({ at: '2026-11-22T08:59:59.000Z' }, state))).toEqual([]);
      expect(blocked.when((state) => giveUpWaiting({ at: '2026-11-22T09:00:00.001Z' }, state))).toMatchObject([{ type: 'PinFailed' }]);
    }
  });

  it('has its day made longer by waits that others named, a sandbox title’s too, and not by those of its own backoff', () => {
    const day = { giveUpAt: '2026-11-21T10:00:00.000Z', atLatest: '2026-11-27T10:00:00.000Z' };
    const after = (nextAttemptAt: string, counts: boolean) => giveUpAfterWait(day, { deferredAt: at, nextAttemptAt, counts });
    expect(after('2026-11-20T10:10:02.000Z', true)).toBe(day.giveUpAt);
    expect(after('2026-11-21T10:00:02.000Z', true)).toBe('2026-11-22T10:00:00.000Z');
    expect(after('2026-11-20T10:01:02.000Z', false)).toBe('2026-11-21T10:01:00.000Z');
    for (const unreadable of ['soon', '2026-11-01T00:00:00.000Z']) expect(after(unreadable, false)).toBe(day.giveUpAt);
  });

  it('by a fault of the service goes on in about a second, and waits longer the longer that lasts', () => {
    expect([faultWaitMs(0, 0), faultWaitMs(10_000, 0.5), faultWaitMs(60_000, 0), faultWaitMs(1e12, 0)]).toEqual([500, 750, 3_000, 300_000]);
  });
});

describe('the policy of waits', () => {
  it('backs off exponentially within its cap, never below half a step', () => {
    expect(backoffMs(1, 0)).toBe(1_000);
    expect(backoffMs(2, 0)).toBe(2_000);
    expect(backoffMs(50, 0.999)).toBeLessThanOrEqual(600_000);
  });

  it('lets a refused read wait longer the longer its pin is in doubt, and never shorter than the pace asks', () => {
    expect(refusedReadWaitMs(500, 1_000, 0)).toBe(500);
    expect(refusedReadWaitMs(500, 60_000, 0)).toBe(15_000);
    expect(refusedReadWaitMs(500, 60_000, 0.5)).toBe(22_500);
    expect(refusedReadWaitMs(500, 86_400_000, 0)).toBe(600_000);
    expect(refusedReadWaitMs(700_000, 86_400_000, 0)).toBe(700_000);
    // A clock that was set back.
    expect(refusedReadWaitMs(500, -60_000, 0)).toBe(500);
  });

  it('plans each read from the one before', () => {
    expect(nextReadAfter([2_000, 10_000], 0, at)).toBe('2026-11-20T10:00:04.000Z');
    expect(nextReadAfter([2_000, 10_000], 2, at)).toBe('2026-11-20T10:00:12.000Z');
    expect(nextReadAfter([2_000, 10_000], 3, at)).toBeNull();
  });
});
