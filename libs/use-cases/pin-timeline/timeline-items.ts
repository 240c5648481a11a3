import { decode, type RecordedFact } from '@pps/event-store';
import { importStream, type RowOutcome } from '@pps/imports/events';
import { timelineItem, type TimelineItem, type TimelineWords } from '@pps/pins';
import { agreementWords } from '@pps/pins/events';
import { scheduleStream, type CancelReason, type ScheduleFact } from '@pps/schedules/events';
import type { DeliveryRow } from '@pps/webhooks';
import type { UnitEntry } from '@projections/quota_ledger/quota-ledger.query';

interface ImportedAs {
  readonly pinId: string;
  readonly scheduleId: string | undefined;
}

/** The import that a pin was a row of, and what became of that row. */
export const importTimelineItems = (recorded: readonly RecordedFact[], made: ImportedAs): TimelineItem[] =>
  recorded.flatMap((each) => {
    const fact = decode(importStream, each);
    if (fact?.type === 'ImportAccepted') {
      return [timelineItem(each, { status: 'importing', message: `A file of ${fact.data.totalRows} rows was accepted.` })];
    }
    if (fact?.type !== 'ImportRowsProcessed') return [];
    const rows = fact.data.rows.filter((row) => isOf(row, made));
    return rows.map((row) => timelineItem(each, { status: 'imported', message: rowWords(row) }));
  });

const isOf = ({ pinId, scheduleId }: RowOutcome, made: ImportedAs): boolean =>
  pinId === made.pinId || (made.scheduleId !== undefined && scheduleId === made.scheduleId);

function rowWords({ rowNumber, status, scheduleId }: RowOutcome): string {
  const what = scheduleId === undefined ? 'pin' : 'schedule';
  return status === 'existing'
    ? `Row ${rowNumber} of a file is this ${what}, which was there.`
    : `Row ${rowNumber} of the file became the ${what}.`;
}

/** What became of the schedule that a pin comes from, in words for the person whose pin it is. */
export const scheduleTimelineItems = (recorded: readonly RecordedFact[]): TimelineItem[] =>
  recorded.flatMap((each) => {
    const fact = decode(scheduleStream, each);
    const words = fact && scheduleWords(fact);
    return words ? [timelineItem(each, words)] : [];
  });

function scheduleWords(fact: ScheduleFact): TimelineWords | null {
  switch (fact.type) {
    case 'ScheduleCreated':
      return {
        status: 'scheduled',
        message: `The pin was scheduled.${agreementWords(fact.data.agreement)}`,
        next_step: `It is queued at ${fact.data.runAt}.`,
      };
    case 'ScheduleEdited':
      return {
        status: 'scheduled',
        message: `The schedule was changed.${agreementWords(fact.data.agreement)}`,
        next_step: `Its pin is queued at ${fact.data.runAt}.`,
      };
    case 'ScheduleFired':
      return { status: 'fired', message: `Its time had come; the schedule fired ${fact.data.latenessMs} ms after it.` };
    case 'ScheduleDeferred': {
      const { errorCode: reason, errorMessage, nextTryAt, until } = fact.data;
      return { status: 'deferred', message: errorMessage, reason, next_step: `It is tried again at ${nextTryAt}, until ${until} at most.` };
    }
    case 'ScheduleTryAdvanced':
      return { status: 'deferred', message: 'The plan was raised.', next_step: `The schedule is tried again at ${fact.data.nextTryAt}.` };
    case 'ScheduleUnitReplaced':
      return { status: 'fired', message: 'Its unit of quota had been given back; another one was taken.' };
    case 'ScheduleCompleted':
      return { status: 'done', message: 'The schedule is done: its pin is published.' };
    case 'ScheduleFailed': {
      const { errorCode: reason, errorMessage: message } = fact.data;
      return { status: 'failed', message, reason, next_step: 'Mend the cause, then retry the schedule.' };
    }
    case 'ScheduleCanceled':
      return { status: 'canceled', message: canceled[fact.data.reason], reason: fact.data.reason };
    case 'ScheduleRetryRequested':
      // The pin's own stream says what became of it.
      return null;
    case 'ScheduleRetried':
      return { status: 'scheduled', message: `Another go at the schedule was asked for.${agreementWords(fact.data.agreement)}` };
    case 'ScheduleDeleted':
      return { status: 'deleted', message: 'The schedule was removed.' };
  }
}

const canceled: Readonly<Record<CancelReason, string>> = {
  requested: 'The schedule was canceled.',
  account_revoked: 'The schedule was canceled: its account was disconnected.',
  pin_deleted: 'The schedule was canceled: its pin was deleted.',
};

/** What a pin cost, and what of it was given back. */
export const quotaTimelineItems = (entries: readonly UnitEntry[]): TimelineItem[] =>
  entries.map(({ at, kind, month, reason, actor, position }) => ({
    at: at.toISOString(),
    type: kind === 'consumed' ? 'QuotaConsumed' : 'QuotaReleased',
    status: kind,
    message: kind === 'consumed' ? `One unit of the quota of ${month} was taken.` : `The unit of the quota of ${month} was given back.`,
    reason,
    next_step: null,
    attempt: null,
    actor,
    position,
  }));

/** Which webhooks were told of a pin's events, and how that stands. */
export const deliveryTimelineItems = (rows: readonly DeliveryRow[]): TimelineItem[] =>
  rows.flatMap((row) => [deliveryRequested(row), ...deliveryStanding(row)]);

const blank = { reason: null, next_step: null, attempt: null, actor: 'system' } as const;

function deliveryRequested({ webhookId, event, createdAt, position }: DeliveryRow): TimelineItem {
  const message = `Webhook ${webhookId} is to hear of ${event}.`;
  return { ...blank, at: createdAt, type: 'WebhookDeliveryRequested', status: 'pending', message, position };
}

function deliveryStanding(row: DeliveryRow): TimelineItem[] {
  const { webhookId, event, status, attemptCount, nextAttemptAt, updatedAt: at, lastPosition: position } = row;
  const attempt = attemptCount;
  switch (status) {
    case 'delivered': {
      const message = `Webhook ${webhookId} heard of ${event}.`;
      return [{ ...blank, at, type: 'WebhookDelivered', status, message, attempt, position }];
    }
    case 'exhausted': {
      const message = `Webhook ${webhookId} did not take ${event}; ${failureOfCall(row)}.`;
      const next_step = 'It is not sent again by itself; ask for a redelivery.';
      return [{ ...blank, at, type: 'WebhookDeliveryExhausted', status, message, next_step, attempt, position }];
    }
    case 'held':
    case 'pending': {
      if (attemptCount === 0) return [];
      const message = `Webhook ${webhookId} did not take ${event} yet; ${failureOfCall(row)}.`;
      const again = nextAttemptAt === null ? null : `It is sent again at ${nextAttemptAt}.`;
      const next_step = status === 'held' ? 'It is sent once the webhook is enabled.' : again;
      return [{ ...blank, at, type: 'WebhookDeliveryAttempted', status, message, next_step, attempt, position }];
    }
  }
}

const failureOfCall = ({ lastStatusCode }: DeliveryRow): string =>
  lastStatusCode === null ? 'no answer came' : `the last answer was ${lastStatusCode}`;
