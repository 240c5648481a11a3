import { pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import type { Database } from '@pps/read-store';
import { deleteEndedDevices } from './device-requests.store';

export interface DeviceSweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const pauseMs = 60_000;

/** Name of the lease under which one process deletes device sign-ins that are over. */
export const deviceRequestsDuty = 'device-requests';

/** Every minute deletes the terminals whose time was over ten minutes ago: of those that nobody approved nothing stays. */
export async function runDeviceRequestsSweep(
  { db, clock, onError }: DeviceSweepDeps,
  { signal }: Pick<Leadership, 'signal'>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      while (!signal.aborted && (await deleteEndedDevices(db, clock())) > 0);
    } catch (error) {
      onError(error);
    }
    await pause(pauseMs, signal);
  }
}
