import { assetStream, type AssetFact } from '@pps/assets/events';
import { factsOf, streamId, type RecordedFact } from '@pps/event-store';
import { importStream, type ImportCompleted } from '@pps/imports/events';
import { pinStream, type Agreement } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { activitySource, type Activity } from './activity';
import { proposalActivities } from './proposal-activity';

/** What became of pins; every attempt and every wait is in the pin's own timeline. */
const pinActivities = activitySource(
  factsOf(pinStream, 'PinQueued', 'PinPublished', 'PinFailed', 'PinRetryRequested', 'PinEdited', 'PinDeleted'),
  (fact): Activity => {
    const resource = { resourceType: 'pin', resourceId: streamId(pinStream, fact.stream) ?? fact.stream };
    switch (fact.type) {
      case 'PinQueued': {
        const { boardId, source, scheduleId, importJobId, accountId, agreement } = fact.data;
        const metadata = {
          board_id: boardId,
          source,
          ...present({ schedule_id: scheduleId, import_job_id: importJobId }),
          ...agreed(agreement),
        };
        return { ...resource, accountId, action: 'pin.created', status: 'queued', message: 'A pin was accepted for publishing.', metadata };
      }
      case 'PinPublished': {
        const { platformPinId, attempt } = fact.data;
        const metadata = { platform_pin_id: platformPinId, attempt };
        return { ...resource, action: 'pin.published', status: 'success', message: 'The pin was published.', metadata };
      }
      case 'PinFailed': {
        const { errorCode } = fact.data;
        const message = `The pin was not published (${errorCode}).`;
        return { ...resource, action: 'pin.failed', status: 'failed', message, metadata: { error_code: errorCode } };
      }
      case 'PinRetryRequested': {
        const { accountId, boardId, agreement } = fact.data;
        const message = 'Another attempt to publish the pin was asked for.';
        return {
          ...resource,
          accountId,
          action: 'pin.retried',
          status: 'queued',
          message,
          metadata: { board_id: boardId, ...agreed(agreement) },
        };
      }
      case 'PinEdited':
        return {
          ...resource,
          action: 'pin.updated',
          status: 'success',
          message: 'The pin was changed.',
          metadata: { board_id: fact.data.boardId, ...agreed(fact.data.agreement) },
        };
      case 'PinDeleted': {
        const removed = fact.data.removedFromPlatform;
        const message = removed ? 'The pin was deleted, on the platform too.' : 'The pin was deleted.';
        return { ...resource, action: 'pin.deleted', status: 'success', message, metadata: { removed_from_platform: removed } };
      }
    }
  },
);

const cancelWords = {
  requested: 'The schedule was canceled.',
  account_revoked: 'The schedule was canceled, because its account was disconnected.',
  pin_deleted: 'The schedule was canceled, because its pin was deleted.',
} as const;

/** What became of schedules. */
const scheduleActivities = activitySource(
  factsOf(
    scheduleStream,
    ...(['ScheduleCreated', 'ScheduleEdited', 'ScheduleFired', 'ScheduleDeferred', 'ScheduleCompleted'] as const),
    ...(['ScheduleFailed', 'ScheduleCanceled', 'ScheduleRetried', 'ScheduleDeleted'] as const),
  ),
  (fact): Activity => {
    const resource = { resourceType: 'schedule', resourceId: streamId(scheduleStream, fact.stream) ?? fact.stream };
    switch (fact.type) {
      case 'ScheduleCreated': {
        const { runAt, boardId, importJobId, accountId, agreement } = fact.data;
        const metadata = { run_at: runAt, board_id: boardId, ...present({ import_job_id: importJobId }), ...agreed(agreement) };
        return {
          ...resource,
          accountId,
          action: 'schedule.created',
          status: 'queued',
          message: `A pin was scheduled for ${runAt}.`,
          metadata,
        };
      }
      case 'ScheduleEdited': {
        const { runAt, boardId, agreement } = fact.data;
        const metadata = { run_at: runAt, board_id: boardId, ...agreed(agreement) };
        return {
          ...resource,
          action: 'schedule.updated',
          status: 'success',
          message: `The schedule was changed; it fires at ${runAt}.`,
          metadata,
        };
      }
      case 'ScheduleFired': {
        const { pinId, latenessMs } = fact.data;
        const metadata = { pin_id: pinId, lateness_ms: latenessMs };
        return {
          ...resource,
          action: 'schedule.fired',
          status: 'success',
          message: 'The schedule fired; its pin waits for its turn.',
          metadata,
        };
      }
      case 'ScheduleDeferred': {
        const { errorCode, nextTryAt } = fact.data;
        const message = `The schedule could not fire (${errorCode}); it is tried again at ${nextTryAt}.`;
        return {
          ...resource,
          action: 'schedule.deferred',
          status: 'queued',
          message,
          metadata: { error_code: errorCode, next_try_at: nextTryAt },
        };
      }
      case 'ScheduleCompleted':
        return {
          ...resource,
          action: 'schedule.completed',
          status: 'success',
          message: 'The pin of the schedule was published.',
          metadata: { pin_id: fact.data.pinId },
        };
      case 'ScheduleFailed': {
        const { errorCode, pinId } = fact.data;
        const metadata = { error_code: errorCode, ...present({ pin_id: pinId }) };
        return { ...resource, action: 'schedule.failed', status: 'failed', message: `The schedule failed (${errorCode}).`, metadata };
      }
      case 'ScheduleCanceled': {
        const { reason } = fact.data;
        return { ...resource, action: 'schedule.canceled', status: 'canceled', message: cancelWords[reason], metadata: { reason } };
      }
      case 'ScheduleRetried':
        return {
          ...resource,
          action: 'schedule.retried',
          status: 'queued',
          message: 'Another go at the schedule was asked for.',
          metadata: agreed(fact.data.agreement),
        };
      case 'ScheduleDeleted':
        return { ...resource, action: 'schedule.deleted', status: 'success', message: 'The schedule was deleted.' };
    }
  },
);

/** What became of files of pins. */
const importActivities = activitySource(
  factsOf(importStream, 'ImportAccepted', 'ImportCancelRequested', 'ImportCompleted', 'ImportFailed'),
  (fact): Activity => {
    const resource = { resourceType: 'import', resourceId: streamId(importStream, fact.stream) ?? fact.stream };
    switch (fact.type) {
      case 'ImportAccepted': {
        const { totalRows, sourceType } = fact.data;
        const metadata = { total_rows: totalRows, source_type: sourceType };
        return { ...resource, action: 'import.accepted', status: 'queued', message: `A file of ${totalRows} rows was accepted.`, metadata };
      }
      case 'ImportCancelRequested':
        return {
          ...resource,
          action: 'import.cancel_requested',
          status: 'canceled',
          message: 'The rest of the file is not to be created.',
        };
      case 'ImportCompleted': {
        const { totalRows, createdRows, existingRows, failedRows } = fact.data;
        const message = `The file is done: ${createdRows} rows created, ${existingRows} known before, ${failedRows} failed.`;
        const metadata = { total_rows: totalRows, created_rows: createdRows, existing_rows: existingRows, failed_rows: failedRows };
        return { ...resource, action: 'import.completed', status: statusOfImport(fact), message, metadata };
      }
      case 'ImportFailed':
        return { ...resource, action: 'import.failed', status: 'failed', message: 'The import ended before every row was done.' };
    }
  },
);

function statusOfImport({ data: { canceled, totalRows, failedRows } }: ImportCompleted): Activity['status'] {
  if (canceled) return 'canceled';
  return totalRows > 0 && failedRows === totalRows ? 'failed' : 'success';
}

/** Uploaded files. */
const assetActivities = activitySource(factsOf(assetStream), (fact: RecordedFact<AssetFact>): Activity => {
  const resource = { resourceType: 'asset', resourceId: fact.data.assetId, status: 'success' } as const;
  if (fact.type === 'AssetDeleted') return { ...resource, action: 'asset.deleted', message: 'An uploaded file was deleted.' };
  const { assetType, fileSizeBytes, contentType } = fact.data;
  const metadata = { asset_type: assetType, content_type: contentType, file_size_bytes: fileSizeBytes };
  return { ...resource, action: 'asset.uploaded', message: `A ${assetType} was uploaded.`, metadata };
});

/** Who agreed that a program's pin is published. */
function agreed(agreement: Agreement | undefined): Record<string, string> {
  if (!agreement) return {};
  return present({ agreement: agreement.way, proposal_id: agreement.proposalId });
}

/** Without what is undefined. */
const present = (fields: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** What is published, and what it is made of. */
export const publishingActivity = [pinActivities, scheduleActivities, importActivities, proposalActivities, assetActivities];
