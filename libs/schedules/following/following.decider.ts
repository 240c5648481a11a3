import type { ScheduleFact } from '../schedule/schedule.events';
import type { ScheduleState } from '../schedule/schedule.state';

/** What has happened to a schedule's pin. */
export type PinOutcome =
  | { readonly kind: 'published' | 'retried' | 'deleted' }
  | { readonly kind: 'failed'; readonly errorCode: string; readonly errorMessage: string };

/** The schedule ends as its pin does, and goes on when that does. Silent where it says so already. */
export function followPin(
  { pinId, at, outcome }: { readonly pinId: string; readonly at: string; readonly outcome: PinOutcome },
  state: ScheduleState,
): readonly ScheduleFact[] {
  if (state.kind !== 'schedule' || !('pinId' in state) || state.pinId !== pinId) return [];
  const { phase } = state;
  switch (outcome.kind) {
    case 'published':
      return phase === 'fired' ? [{ type: 'ScheduleCompleted', data: { pinId, completedAt: at } }] : [];
    case 'failed': {
      const { errorCode, errorMessage } = outcome;
      return phase === 'fired' ? [{ type: 'ScheduleFailed', data: { errorCode, errorMessage, failedAt: at, pinId } }] : [];
    }
    case 'retried':
      return phase === 'failed' ? [{ type: 'ScheduleRetried', data: { retriedAt: at, pinId } }] : [];
    case 'deleted':
      return phase === 'canceled' ? [] : [{ type: 'ScheduleCanceled', data: { reason: 'pin_deleted', canceledAt: at } }];
  }
}
