import type { Pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import type { KeyRecords } from './key-records.store';

export interface KeyRecordsSweepDeps {
  readonly records: Pick<KeyRecords, 'removeOutdated'>;
  readonly pause: Pause;
  readonly onError: (error: unknown) => void;
}

export const keyRecordsDuty = 'idempotency-keys-sweep';

const everyMs = 10 * 60_000;

/** Removes the records of keys whose time is over. */
export async function runKeyRecordsSweep(deps: KeyRecordsSweepDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    await sweepKeyRecords(deps, signal).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}

export async function sweepKeyRecords({ records }: Pick<KeyRecordsSweepDeps, 'records'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await records.removeOutdated()) > 0);
}
