import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import { fold } from '@pps/kernel';
import { describePin, type PinView } from './pin/pin-view';
import type { Pin } from './pin/pin.state';
import { pinStream } from './pin/pin.stream';
import type { PinFact, PinQueued } from './pin/pin.events';
import { platformPinStream } from './platform-pin/platform-pin.stream';

const id = (digit: number): string => `01890a5d-ac96-774b-bcce-${String(digit).padStart(12, '0')}`;

/** A pin as it is queued, with whatever a spec cares about. */
export const pinQueued = (changes: Partial<PinQueued['data']> = {}): PinQueued => ({
  type: 'PinQueued',
  data: {
    pinId: id(1),
    projectId: id(2),
    epoch: 0,
    organizationId: id(3),
    accountId: id(4),
    boardId: '813744226420000001',
    content: { title: 'Blue door', linkUrl: 'https://example.org/door', imageUrl: 'https://example.org/door.jpg' },
    contentHash: 'c'.repeat(64),
    fingerprint: 'f'.repeat(64),
    month: '2026-11',
    entryId: id(5),
    source: 'api',
    queuedAt: '2026-11-20T10:00:00.000Z',
    ...changes,
  },
});

/** The pin after these facts, with what clients see of it. Throws where there is none. */
export function pinAfter(...facts: readonly PinFact[]): Pin & PinView {
  const state = fold(pinStream.decider, facts);
  if (state.kind !== 'pin') throw new Error(`no pin but ${state.kind}`);
  return { ...describePin(state), ...state };
}

export const attemptStarted = (attempt = 1, startedAt = '2026-11-20T10:00:01.000Z'): PinFact => ({
  type: 'PinPublishAttemptStarted',
  data: { attempt, startedAt, deadline: new Date(Date.parse(startedAt) + 45_000).toISOString(), fingerprint: 'f'.repeat(64) },
});

export const outcomeUnknown = (attempt = 1, at = '2026-11-20T10:00:02.000Z'): PinFact => ({
  type: 'PinPublishOutcomeUnknown',
  data: { attempt, message: 'The connection was lost.', at, nextLookAt: new Date(Date.parse(at) + 2_000).toISOString() },
});

export const videoQueued = (): PinQueued =>
  pinQueued({ content: { title: 'A door opens', assetId: id(6), mediaType: 'video', coverImageAssetId: id(7) } });

export const preparationStarted = (attempt = 1, startedAt = '2026-11-20T10:00:01.000Z'): PinFact => ({
  type: 'PinMediaPreparationStarted',
  data: { attempt, startedAt, deadline: new Date(Date.parse(startedAt) + 345_000).toISOString() },
});

export const mediaUploaded = (attempt = 1, uploadedAt = '2026-11-20T10:00:09.000Z'): PinFact => ({
  type: 'PinMediaUploaded',
  data: { attempt, mediaId: '549755885175', uploadedAt, nextLookAt: new Date(Date.parse(uploadedAt) + 2_000).toISOString() },
});

export const mediaReady = (at = '2026-11-20T10:00:15.000Z'): PinFact => ({
  type: 'PinMediaReady',
  data: { mediaId: '549755885175', at },
});

export const pinSamples: readonly PinFact[] = [
  pinQueued(),
  pinQueued({ simulated: true }),
  pinQueued({ source: 'schedule', scheduleId: id(9) }),
  pinQueued({ idempotencyKey: 'order-7', content: { title: 'A', assetId: id(6), relatedTerms: ['door', 'blue'] } }),
  pinQueued({ source: 'import', importJobId: id(9) }),
  pinQueued({ agreement: { way: 'page', userId: id(7), proposalId: id(8) } }),
  pinQueued({ agreement: { way: 'client' } }),
  {
    type: 'PinEdited',
    data: {
      boardId: '813744226420000001',
      content: { title: 'Green door' },
      fingerprint: 'a'.repeat(64),
      editedAt: '2026-11-20T10:30:00.000Z',
      agreement: { way: 'none' },
    },
  },
  {
    type: 'PinRetryRequested',
    data: {
      accountId: id(4),
      boardId: '813744226420000001',
      fingerprint: 'a'.repeat(64),
      requestedAt: '2026-11-20T11:00:00.000Z',
      agreement: { way: 'page', userId: id(7), proposalId: id(8) },
    },
  },
  attemptStarted(),
  {
    type: 'PinPublishAttemptStarted',
    data: {
      attempt: 1,
      startedAt: '2026-11-20T10:00:01.000Z',
      deadline: '2026-11-20T10:00:46.000Z',
      fingerprint: 'f'.repeat(64),
      uptime: { boot: id(8), seconds: 86_400.25 },
    },
  },
  {
    type: 'PinPublished',
    data: {
      attempt: 1,
      platformPinId: '813744226420000002',
      platformUrl: 'https://www.pinterest.com/pin/813744226420000002',
      publishedAt: '2026-11-20T10:00:02.000Z',
      via: 'answer',
    },
  },
  {
    type: 'PinPublishDeferred',
    data: {
      attempt: 1,
      reason: 'rate_limited',
      message: 'Too many requests.',
      deferredAt: '2026-11-20T10:00:02.000Z',
      nextAttemptAt: '2026-11-20T10:01:02.000Z',
      counts: false,
    },
  },
  {
    type: 'PinPublishDeferred',
    data: {
      attempt: 2,
      reason: 'transient_upstream',
      message: 'Media upload not found.',
      deferredAt: '2026-11-20T10:00:02.000Z',
      nextAttemptAt: '2026-11-20T10:01:02.000Z',
      counts: true,
      mediaLost: true,
    },
  },
  {
    type: 'PinPublishDeferred',
    data: {
      attempt: 3,
      reason: 'transient_upstream',
      message: 'The platform refused the token; it was refreshed.',
      deferredAt: '2026-11-20T10:00:02.000Z',
      nextAttemptAt: '2026-11-20T10:00:02.000Z',
      counts: true,
      accessRefreshed: true,
    },
  },
  outcomeUnknown(),
  {
    type: 'PinOutcomeReconciled',
    data: { attempt: 1, look: 1, outcome: 'not_found', at: '2026-11-20T10:00:04.000Z', nextLookAt: '2026-11-20T10:00:14.000Z' },
  },
  {
    type: 'PinOutcomeReconciled',
    data: { attempt: 1, look: 2, outcome: 'ambiguous', at: '2026-11-20T10:00:04.000Z', candidates: ['1', '2'] },
  },
  videoQueued(),
  preparationStarted(),
  mediaUploaded(),
  {
    type: 'PinMediaAwaited',
    data: { mediaId: '549755885175', look: 1, at: '2026-11-20T10:00:11.000Z', nextLookAt: '2026-11-20T10:00:15.000Z' },
  },
  mediaReady(),
  {
    type: 'PinFailed',
    data: { errorCode: 'invalid_image', errorMessage: 'The image is broken.', failedAt: '2026-11-20T10:00:02.000Z' },
  },
  {
    type: 'PinRetryRequested',
    data: { accountId: id(4), boardId: '813744226420000003', fingerprint: 'e'.repeat(64), requestedAt: '2026-11-20T11:00:00.000Z' },
  },
  {
    type: 'PinFailed',
    data: {
      errorCode: 'invalid_image',
      errorMessage: 'The image is broken.',
      failedAt: '2026-11-20T10:00:02.000Z',
      releasedUnit: { month: '2026-11', entryId: id(5) },
    },
  },
  {
    type: 'PinRetryRequested',
    data: {
      accountId: id(4),
      boardId: '813744226420000003',
      fingerprint: 'e'.repeat(64),
      requestedAt: '2026-12-01T11:00:00.000Z',
      unit: { month: '2026-12', entryId: id(10) },
    },
  },
  {
    type: 'PinEdited',
    data: {
      boardId: '813744226420000001',
      content: { title: 'Green door', imageUrl: 'https://example.org/door.jpg' },
      fingerprint: 'd'.repeat(64),
      editedAt: '2026-11-20T11:00:00.000Z',
    },
  },
  { type: 'PinDeleted', data: { deletedAt: '2026-11-20T12:00:00.000Z', removedFromPlatform: false } },
  {
    type: 'PinDeleted',
    data: { deletedAt: '2026-12-01T12:00:00.000Z', removedFromPlatform: false, releasedUnit: { month: '2026-12', entryId: id(10) } },
  },
  { type: 'PinAbandoned', data: { pinId: id(1), month: '2026-11', entryId: id(5), abandonedAt: '2026-11-20T10:02:00.000Z' } },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [
  streamSamples(pinStream, pinSamples),
  streamSamples(platformPinStream, [
    { type: 'PlatformPinTaken', data: { platformPinId: '813744226420795884', pinId: id(1), takenAt: '2026-11-20T10:00:02.000Z' } },
  ]),
];

export { sweepQuota } from './queueing/quota-sweep.dispatcher';
export type { UnsettledQuota, UnsettledUnit } from './queueing/quota-sweep.dispatcher';
export { failWaiting, recordOutcome, startAttempt } from './publishing/publishing.decider';
export { RoundRobinTable, type ChangedAccount } from './pacing/round-robin-table.fixture';
export { outcomeOfCall } from './publishing/outcome-of-call';
