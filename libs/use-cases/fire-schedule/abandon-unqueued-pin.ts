import type { Streams, Origin } from '@pps/event-store';
import { abandonPin } from '@pps/pins';
import { pinStream, type PinState } from '@pps/pins/events';
import type { Schedule } from '@pps/schedules/events';

export interface AbandonUnqueuedPinDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
}

/**
 * Makes sure that no pin will be queued with the unit that a schedule has fired with: abandons the unit where its pin is not there yet, so that a
 * process that is about to queue it is refused. The state of the pin then; null for a schedule that has not fired.
 */
export async function abandonUnqueuedPin(
  { streams }: AbandonUnqueuedPinDeps,
  schedule: Schedule,
  origin: Origin,
): Promise<PinState | null> {
  if (schedule.phase !== 'fired') return null;
  const { pinId, unit } = schedule;
  const before = (await streams.load(pinStream, pinId)).state;
  if (before.kind === 'pin' || before.kind === 'deleted') return before;
  await abandonPin({ streams }, { pinId, ...unit, at: origin.occurredAt }, origin);
  return (await streams.load(pinStream, pinId)).state;
}
