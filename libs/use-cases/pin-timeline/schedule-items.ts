import { decode, type RecordedFact } from '@pps/event-store';
import { timelineItem, type TimelineItem, type TimelineWords } from '@pps/pins';
import { scheduleStream, type CancelReason, type ScheduleFact } from '@pps/schedules/events';

/** What became of the schedule that a pin comes from, in words for the person whose pin it is. */
export const scheduleItems = (recorded: readonly RecordedFact[]): TimelineItem[] =>
  recorded.flatMap((each) => {
    const fact = decode(scheduleStream, each);
    const words = fact && wordsFor(fact);
    return words ? [timelineItem(each, words)] : [];
  });

function wordsFor(fact: ScheduleFact): TimelineWords | null {
  switch (fact.type) {
    case 'ScheduleCreated':
      return { status: 'scheduled', message: 'The pin was scheduled.', next_step: `It is queued at ${fact.data.runAt}.` };
    case 'ScheduleEdited':
      return { status: 'scheduled', message: 'The schedule was changed.', next_step: `Its pin is queued at ${fact.data.runAt}.` };
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
      return { status: 'scheduled', message: 'Another go at the schedule was asked for.' };
    case 'ScheduleDeleted':
      return { status: 'deleted', message: 'The schedule was removed.' };
  }
}

const canceled: Readonly<Record<CancelReason, string>> = {
  requested: 'The schedule was canceled.',
  account_revoked: 'The schedule was canceled: its account was disconnected.',
  pin_deleted: 'The schedule was canceled: its pin was deleted.',
};
