import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { decidePinEdit } from '../pin/pin.decider';
import { pin } from '../pin/pin.stream';
import type { PinFact } from '../pin/pin.events';
import { attemptsAllowed } from '../publishing/publishing.policy';
import { failWaiting, recordOutcome, startAttempt } from '../publishing/publishing.decider';
import { attemptStarted, mediaReady, mediaUploaded, pinAfter, pinQueued, preparationStarted, videoQueued } from '../testing';
import { expireUpload, recordUpload, recordVideoReading, startUpload, type UploadOutcome, type VideoReading } from './video.decider';

const at = '2026-11-20T10:00:20.000Z';
const retryAt = '2026-11-20T10:05:00.000Z';
const mediaId = '549755885175';
const queued = videoQueued();
const processing = [queued, preparationStarted(), mediaUploaded()];
const start = { attempt: 1, at, deadline: retryAt };
const upload = (outcome: UploadOutcome, moment = at) => ({ attempt: 1, at: moment, outcome });
const reading = (found: VideoReading, moment = at) => ({ mediaId, at: moment, reading: found, retryAt });

describe('uploading the video of a pin', () => {
  it('comes before the attempt that creates the pin', () => {
    expect(given(pin, queued).when((state) => startAttempt(start, state))).toEqual([]);
    expect(given(pin, queued).when((state) => startUpload(start, state))).toMatchObject([{ type: 'PinMediaPreparationStarted' }]);
  });

  it.each<[string, PinFact[]]>([
    ['an image', [pinQueued()]],
    ['a video that is being uploaded', [queued, preparationStarted()]],
    ['a video that is being processed', processing],
    ['a video that is ready', [...processing, mediaReady()]],
  ])('is silent for %s', (_, facts) => {
    expect(given(pin, ...facts).when((state) => startUpload({ ...start, attempt: 1 }, state))).toEqual([]);
    expect(given(pin, ...facts).when((state) => startUpload({ ...start, attempt: 2 }, state))).toEqual([]);
  });

  it('counts as one attempt together with the creation that follows', () => {
    const ready = [...processing, mediaReady()];
    const started = given(pin, ...ready).when((state) => startAttempt({ ...start, attempt: 2 }, state));
    expect(pinAfter(...ready, ...started)).toMatchObject({
      status: 'publishing',
      attempts: 1,
      starts: 2,
      mediaId,
    });
  });

  it('is polled from 2 s after it, once', () => {
    const uploaded = given(pin, queued, preparationStarted());
    expect(uploaded.when((state) => recordUpload(upload({ kind: 'uploaded', mediaId }), state))).toMatchObject([
      { type: 'PinMediaUploaded', data: { nextLookAt: '2026-11-20T10:00:22.000Z' } },
    ]);
    expect(uploaded.twice((state) => recordUpload(upload({ kind: 'uploaded', mediaId }), state))).toEqual([]);
  });

  it('that the platform asks to wait with does not count; one that did not work does', () => {
    const wait: UploadOutcome = { kind: 'wait', reason: 'rate_limited', message: 'slow down', nextAttemptAt: retryAt };
    const again: UploadOutcome = { kind: 'try_again', reason: 'transient_upstream', message: 'lost', nextAttemptAt: retryAt };
    for (const [outcome, attempts] of [
      [wait, 0],
      [again, 1],
    ] as const) {
      const facts = given(pin, queued, preparationStarted()).when((state) => recordUpload(upload(outcome), state));
      expect(pinAfter(queued, preparationStarted(), ...facts)).toMatchObject({ status: 'deferred', attempts, mediaId: null });
    }
  });

  it('is started anew after its deadline and margin, its outcome being known', () => {
    const open = given(pin, queued, preparationStarted());
    const expire = (moment: string) => ({ at: moment, marginMs: 2_000, retryAt: '2026-11-20T10:20:00.000Z' });
    expect(open.when((state) => expireUpload(expire('2026-11-20T10:05:47.900Z'), state))).toEqual([]);
    expect(open.when((state) => expireUpload(expire('2026-11-20T10:05:48.000Z'), state))).toMatchObject([{ type: 'PinPublishDeferred' }]);
  });
});

describe('waiting for the platform to process it', () => {
  it('asks after 2, 4 and 8 s, then every 15 s, and gives up after a quarter of an hour with another upload', () => {
    let facts: PinFact[] = processing;
    const waits: number[] = [];
    for (;;) {
      const state = fold(pin, facts);
      if (state.kind !== 'pin' || state.phase !== 'preparing_media' || state.media.step !== 'processing') break;
      const { nextReadAt: nextLookAt } = state.media;
      const recorded = recordVideoReading(reading({ kind: 'not_yet' }, nextLookAt), state);
      waits.push((Date.parse(nextLookAt) - Date.parse(state.updatedAt)) / 1000);
      facts = [...facts, ...recorded];
    }
    expect(waits.slice(0, 5)).toEqual([2, 4, 8, 15, 15]);
    expect(facts.at(-1)).toMatchObject({ type: 'PinPublishDeferred', data: { reason: 'transient_upstream', counts: true } });
    const waited = waits.reduce((sum, wait) => sum + wait, 0);
    expect([waited > 870, waited <= 900]).toEqual([true, true]);
    expect(pinAfter(...facts)).toMatchObject({ mediaId: null, nextAttemptAt: retryAt });
  });

  it('waits as long as the platform asks for', () => {
    const facts = given(pin, ...processing).when((state) => recordVideoReading(reading({ kind: 'not_yet', notBefore: retryAt }), state));
    expect(facts).toMatchObject([{ data: { nextLookAt: retryAt } }]);
  });

  it('fails the pin when the platform cannot use the video', () => {
    const broken: VideoReading = { kind: 'failed', errorCode: 'invalid_payload', message: 'broken' };
    expect(given(pin, ...processing).when((state) => recordVideoReading(reading(broken), state))).toMatchObject([{ type: 'PinFailed' }]);
  });

  it('ends as failed when every attempt is used up', () => {
    const worn = Array.from({ length: attemptsAllowed }, (_, index) => preparationStarted(index + 1));
    const facts = given(pin, queued, ...worn, mediaUploaded(attemptsAllowed)).when((state) =>
      recordVideoReading(reading({ kind: 'gone', message: 'gone' }), state),
    );
    expect(facts).toMatchObject([{ type: 'PinFailed', data: { errorCode: 'publish_timeout' } }]);
  });

  it('ends with the account or the asset', () => {
    const gone = { errorCode: 'asset_not_found' as const, message: 'gone', at };
    expect(given(pin, ...processing).when((state) => failWaiting(gone, state))).toMatchObject([{ type: 'PinFailed' }]);
  });
});

describe('a video that is ready', () => {
  const ready = [...processing, mediaReady()];

  it('stays while the creation is tried again, and uploaded anew where the platform has lost it', () => {
    const attempted = given(pin, ...ready, attemptStarted(2));
    const again = { kind: 'try_again' as const, reason: 'transient_upstream' as const, message: 'busy', nextAttemptAt: retryAt };
    for (const [mediaLost, left] of [
      [undefined, mediaId],
      [true, null],
    ] as const) {
      const outcome = { ...again, ...(mediaLost ? { mediaLost } : {}) };
      const facts = attempted.when((state) => recordOutcome({ attempt: 2, at, outcome, reconcileAfterMs: [2_000] }, state));
      expect(pinAfter(...ready, attemptStarted(2), ...facts)).toMatchObject({ status: 'deferred', mediaId: left });
    }
  });

  it('is that of the content: an edit means another upload, and waits while one is under way', () => {
    const edit = { boardId: '7', content: { title: 'A', imageUrl: 'https://i/1' }, fingerprint: 'other', at };
    const facts = given(pin, ...ready).when((state) => decidePinEdit(edit, state));
    expect(pinAfter(...ready, ...facts)).toMatchObject({ mediaId: null, status: 'queued' });
    expect(() => given(pin, ...processing).when((state) => decidePinEdit(edit, state))).toThrow(
      expect.objectContaining({ code: 'pin_publishing' }),
    );
  });
});
