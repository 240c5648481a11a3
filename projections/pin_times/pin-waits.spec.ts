import type { PinFact } from '@pps/pins/events';
import { attemptStarted, outcomeUnknown } from '@pps/pins/testing';
import { waitKinds, waitsAfter, waitsFrom, type PinWaits } from './pin-waits';

const start = Date.parse('2026-11-20T10:00:00.000Z');
const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString();
const waitsOf = (facts: readonly PinFact[]): PinWaits => facts.reduce(waitsAfter, waitsFrom(start));

const deferred = (from: number, until: number): PinFact => ({
  type: 'PinPublishDeferred',
  data: { attempt: 1, reason: 'rate_limited', message: '', deferredAt: at(from), nextAttemptAt: at(until), counts: false },
});
const published = (seconds: number): PinFact => ({
  type: 'PinPublished',
  data: { attempt: 2, platformPinId: '1', platformUrl: 'https://p/1', publishedAt: at(seconds), via: 'answer' },
});
const failed = (seconds: number): PinFact => ({
  type: 'PinFailed',
  data: { errorCode: 'invalid_image', errorMessage: '', failedAt: at(seconds) },
});

it('splits the time from acceptance to publication into its waits', () => {
  const { phase, waits } = waitsOf([
    attemptStarted(1, at(3)),
    deferred(4, 64),
    attemptStarted(2, at(70)),
    outcomeUnknown(2, at(75)),
    published(90),
  ]);
  expect({ phase, waits }).toEqual({
    phase: 'published',
    waits: { pacing: 3_000 + 6_000, backoff: 60_000, video: 0, calling: 1_000 + 5_000, unknown: 15_000, failed: 0 },
  });
});

it('counts the time of a video, and the time that a failed pin stood', () => {
  const { waits } = waitsOf([
    { type: 'PinMediaPreparationStarted', data: { attempt: 1, startedAt: at(1), deadline: at(300) } },
    { type: 'PinMediaReady', data: { mediaId: '1', at: at(11) } },
    attemptStarted(2, at(12)),
    failed(13),
    { type: 'PinDeleted', data: { deletedAt: at(20), removedFromPlatform: false } },
  ]);
  expect(waits).toEqual({ pacing: 2_000, backoff: 0, video: 10_000, calling: 1_000, unknown: 0, failed: 7_000 });
});

it('goes on when somebody lets a pin go before its time', () => {
  expect(waitsOf([attemptStarted(1, at(1)), deferred(2, 3_600), attemptStarted(2, at(10))]).waits).toMatchObject({
    backoff: 8_000,
    pacing: 1_000,
  });
});

it('adds up to the time from acceptance to the newest fact, whatever the clocks and dates say', () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let run = 0; run < 500; run++) {
    let clock = 0;
    const facts = Array.from({ length: 12 }, (_, n): PinFact => {
      clock += random(100) - 20;
      const kinds: readonly PinFact[] = [
        attemptStarted(n, at(clock)),
        deferred(clock, clock + random(50) - 10),
        outcomeUnknown(n, at(clock)),
        failed(clock),
        { type: 'PinFailed', data: { errorCode: 'internal_error', errorMessage: '', failedAt: 'yesterday' } },
        { type: 'PinRetryRequested', data: { accountId: 'a', boardId: 'b', fingerprint: 'f', requestedAt: at(clock) } },
      ];
      return kinds[random(kinds.length)] ?? published(clock);
    });
    const { since, waits } = waitsOf([...facts, published(clock)]);
    expect(waitKinds.reduce((total, kind) => total + waits[kind], 0)).toBe(since - start);
    expect(Math.min(...Object.values(waits))).toBeGreaterThanOrEqual(0);
  }
});
