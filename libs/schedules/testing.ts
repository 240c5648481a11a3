import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import type { ScheduleCreated, ScheduleFact, ScheduleFired } from './schedule/schedule.events';
import { scheduleStream } from './schedule/schedule.stream';

export { scheduleIdOf, waitingScheduleAfter, type ScheduleQueueFact } from './queue/schedule_queue.projection';
export type { WaitingSchedule } from './queue/schedule_queue.tables';
export { addWaitingSchedules } from './queue/waiting-schedules.fixture';

const id = (digit: number): string => `01890a5d-ac96-774b-bcce-${String(digit).padStart(12, '0')}`;

/** A schedule as it is created, with whatever a spec cares about. */
export const scheduleCreated = (changes: Partial<ScheduleCreated['data']> = {}): ScheduleCreated => ({
  type: 'ScheduleCreated',
  data: {
    scheduleId: id(9),
    projectId: id(2),
    epoch: 0,
    organizationId: id(3),
    accountId: id(4),
    boardId: '813744226420000001',
    content: { title: 'Blue door', linkUrl: 'https://example.org/door', imageUrl: 'https://example.org/door.jpg' },
    runAt: '2026-11-21T08:00:00.000Z',
    contentHash: 'c'.repeat(64),
    createdAt: '2026-11-20T10:00:00.000Z',
    ...changes,
  },
});

export const scheduleFired = (changes: Partial<ScheduleFired['data']> = {}): ScheduleFired => ({
  type: 'ScheduleFired',
  data: { pinId: id(1), firedAt: '2026-11-21T08:00:00.012Z', latenessMs: 12, month: '2026-11', entryId: id(5), ...changes },
});

export const scheduleDeferred = (): ScheduleFact => ({
  type: 'ScheduleDeferred',
  data: {
    errorCode: 'quota_exceeded',
    errorMessage: 'The monthly quota of pin creations is used up.',
    deferredAt: '2026-11-30T23:00:00.012Z',
    nextTryAt: '2026-12-01T00:00:00.000Z',
    until: '2026-12-01T23:00:00.012Z',
  },
});

export const scheduleTryAdvanced = (nextTryAt = '2026-11-30T23:10:00.000Z'): ScheduleFact => ({
  type: 'ScheduleTryAdvanced',
  data: { nextTryAt },
});

export const scheduleFailed = (pinId?: string): ScheduleFact => ({
  type: 'ScheduleFailed',
  data: {
    errorCode: pinId === undefined ? 'asset_not_found' : 'board_not_found',
    errorMessage: pinId === undefined ? 'The asset was not found.' : 'The board was not found.',
    failedAt: '2026-11-21T08:00:01.000Z',
    ...(pinId !== undefined && { pinId }),
  },
});

const scheduleFacts: readonly ScheduleFact[] = [
  scheduleCreated(),
  scheduleCreated({ simulated: true, idempotencyKey: 'order-7', importJobId: id(8) }),
  scheduleCreated({ agreement: { way: 'session', userId: id(7), proposalId: id(8) } }),
  scheduleCreated({ agreement: { way: 'none' } }),
  {
    type: 'ScheduleEdited',
    data: {
      boardId: '813744226420000002',
      content: { title: 'Green door' },
      runAt: '2026-11-21T09:00:00.000Z',
      editedAt: '2026-11-20T11:00:00.000Z',
      agreement: { way: 'client' },
    },
  },
  { type: 'ScheduleRetried', data: { retriedAt: '2026-11-21T10:00:00.000Z', agreement: { way: 'none' } } },
  {
    type: 'ScheduleEdited',
    data: {
      boardId: '813744226420000002',
      content: { title: 'Green door', assetId: id(6) },
      runAt: '2026-11-21T09:00:00.000Z',
      editedAt: '2026-11-20T11:00:00.000Z',
    },
  },
  scheduleFired(),
  { type: 'ScheduleUnitReplaced', data: { month: '2026-11', entryId: id(7), replacedAt: '2026-11-21T08:01:30.000Z' } },
  scheduleDeferred(),
  scheduleTryAdvanced(),
  { type: 'ScheduleCompleted', data: { pinId: id(1), completedAt: '2026-11-21T08:00:02.000Z' } },
  scheduleFailed(),
  scheduleFailed(id(1)),
  { type: 'ScheduleCanceled', data: { reason: 'requested', canceledAt: '2026-11-20T12:00:00.000Z' } },
  { type: 'ScheduleRetryRequested', data: { pinId: id(1), pinRevision: 4, requestedAt: '2026-11-21T09:59:59.900Z' } },
  { type: 'ScheduleRetried', data: { retriedAt: '2026-11-21T10:00:00.000Z' } },
  { type: 'ScheduleRetried', data: { retriedAt: '2026-11-21T10:00:00.000Z', pinId: id(1) } },
  { type: 'ScheduleDeleted', data: { deletedAt: '2026-11-22T10:00:00.000Z' } },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [streamSamples(scheduleStream, scheduleFacts)];
