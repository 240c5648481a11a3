import type { PinRequest } from '../create-pin/pin-request';

/** A request for a schedule: a pin and when it is to be queued. */
export interface ScheduleRequest extends PinRequest {
  /** In UTC with milliseconds, as `toISOString` gives it. */
  readonly runAt: string;
  /** The import that it came with. */
  readonly importJobId?: string;
  /** When it was accepted, where that was before now: its time has to be after that. */
  readonly acceptedAt?: string;
}
