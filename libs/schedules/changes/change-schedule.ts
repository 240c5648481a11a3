import type { Streams, Origin } from '@pps/event-store';
import type { PinContent } from '@pps/pins/events';
import type { ScheduleFact } from '../schedule/schedule.events';
import type { ScheduleState } from '../schedule/schedule.state';
import { scheduleStream } from '../schedule/schedule.stream';
import {
  decideRetryOfPin,
  decideScheduleCancel,
  decideScheduleDeletion,
  decideScheduleEdit,
  decideScheduleRetry,
  type ScheduleCancellation,
} from './schedule-change.decider';

export type ScheduleChange =
  | { readonly kind: 'edit'; readonly boardId: string; readonly content: PinContent; readonly runAt: string }
  | ({ readonly kind: 'cancel' } & Omit<ScheduleCancellation, 'at'>)
  | { readonly kind: 'retry' }
  | { readonly kind: 'retry_pin'; readonly pinRevision: number }
  | { readonly kind: 'delete'; readonly pinRevision: number | null };

/**
 * What a client does to a schedule that exists; answers its state then. Throws `Rejected('schedule_not_editable' | 'bad_request')`, `NotFound`, and
 * `WrongRevision` where `expectedRevision` is given and the stream is at another one.
 */
export async function changeSchedule(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  scheduleId: string,
  change: ScheduleChange,
  at: string,
  origin: Origin,
  expectedRevision?: number,
): Promise<ScheduleState> {
  const options = expectedRevision === undefined ? {} : { expectedRevision };
  const { state } = await streams.decide(scheduleStream, scheduleId, origin, (current) => decide(change, at, current), options);
  return state;
}

function decide(change: ScheduleChange, at: string, state: ScheduleState): readonly ScheduleFact[] {
  switch (change.kind) {
    case 'edit':
      return decideScheduleEdit({ ...change, at }, state);
    case 'cancel':
      return decideScheduleCancel({ ...change, at }, state);
    case 'retry':
      return decideScheduleRetry({ at }, state);
    case 'retry_pin':
      return decideRetryOfPin({ ...change, at }, state);
    case 'delete':
      return decideScheduleDeletion({ ...change, at }, state);
  }
}
