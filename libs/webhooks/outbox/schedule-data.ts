import { foldRecorded, type EventStore, type RecordedFact } from '@pps/event-store';
import { describeSchedule, scheduleStream, type ScheduleFact } from '@pps/schedules/events';
import type { WebhookEvent } from '../subscriptions/event-names';

export const scheduleEvents = {
  ScheduleFired: 'schedule.fired',
  ScheduleFailed: 'schedule.failed',
  ScheduleCanceled: 'schedule.canceled',
} as const satisfies Partial<Record<ScheduleFact['type'], WebhookEvent>>;

const factsInPage = 500;

export type ScheduleEventFact = Extract<ScheduleFact, { readonly type: keyof typeof scheduleEvents }>;

/** The `data` of a schedule's event: the schedule as of the fact, whatever has happened to it since. Read in pages: a client may edit one as often as it likes. */
export async function scheduleData(
  store: Pick<EventStore, 'read'>,
  fact: RecordedFact<ScheduleEventFact>,
): Promise<Readonly<Record<string, unknown>> | null> {
  let state = scheduleStream.decider.initial;
  for (let from = 0; from <= fact.revision; from += factsInPage) {
    state = foldRecorded(scheduleStream, await store.read(fact.stream, from, Math.min(factsInPage, fact.revision + 1 - from)), state);
  }
  if (state.kind !== 'schedule') return null;
  const schedule = describeSchedule(state);
  return {
    schedule_id: schedule.scheduleId,
    status: schedule.status,
    account_id: schedule.accountId,
    board_id: schedule.boardId,
    title: schedule.content.title,
    run_at: schedule.runAt,
    fired_at: schedule.firedAt,
    pin_id: schedule.pinId,
    error_code: schedule.errorCode,
    error_message: schedule.errorMessage,
    reason: fact.type === 'ScheduleCanceled' ? fact.data.reason : null,
  };
}
