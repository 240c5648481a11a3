import { foldRecorded, type EventStore, type RecordedFact } from '@pps/event-store';
import { describePin, pinStream, type PinState, type PinView } from '@pps/pins/events';
import { describeSchedule, scheduleStream, type ScheduleFact } from '@pps/schedules/events';
import type { WebhookEvent } from '../subscriptions/event-names';

export const scheduleEvents = {
  ScheduleFired: 'schedule.fired',
  ScheduleFailed: 'schedule.failed',
  ScheduleCanceled: 'schedule.canceled',
} as const satisfies Partial<Record<ScheduleFact['type'], WebhookEvent>>;

const factsInPage = 500;

export type ScheduleEventFact = Extract<ScheduleFact, { readonly type: keyof typeof scheduleEvents }>;

/** The `data` of a schedule's event: the schedule, and its pin as edited, as of the fact, whatever has happened to them since. Read in pages: a client may edit one as often as it likes. */
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
  const { accountId, boardId, content } = (await pinAt(store, schedule.pinId, fact.position)) ?? schedule;
  return {
    schedule_id: schedule.scheduleId,
    status: schedule.status,
    account_id: accountId,
    board_id: boardId,
    title: content.title,
    run_at: schedule.runAt,
    fired_at: schedule.firedAt,
    pin_id: schedule.pinId,
    error_code: schedule.errorCode,
    error_message: schedule.errorMessage,
    reason: fact.type === 'ScheduleCanceled' ? fact.data.reason : null,
  };
}

/** The pin as it was last at a position of the log; null where it was not there yet. */
async function pinAt(store: Pick<EventStore, 'read'>, pinId: string | null, position: bigint): Promise<PinView | null> {
  if (pinId === null) return null;
  let [state, shown]: [PinState, PinView | null] = [pinStream.decider.initial, null];
  for (let from = 0; ; from += factsInPage) {
    const page = await store.read(`${pinStream.category}-${pinId}`, from, factsInPage);
    for (const fact of page) {
      if (fact.position > position) return shown;
      state = foldRecorded(pinStream, [fact], state);
      if (state.kind === 'pin') shown = describePin(state);
    }
    if (page.length < factsInPage) return shown;
  }
}
