import type { Leadership } from '@pps/leases';
import { readDifferences } from '../tree/tree.store';
import { signCheckpoints, type SigningDeps } from './sign-checkpoints';

export interface SigningDutyDeps extends SigningDeps {
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

export const signingDuty = 'audit-checkpoints';

/** Signs what has grown, every so often; a round that fails is logged and tried again. Reports every tree that the log contradicts, each round again. */
export async function runSigning(deps: SigningDutyDeps, { signal }: Leadership): Promise<void> {
  while (!signal.aborted) {
    try {
      await signCheckpoints(deps, signal);
      const differences = await readDifferences(deps.db);
      if (differences.length > 0) deps.log('error', 'the log contradicts trees that were made of it', { differences });
    } catch (error) {
      deps.log('error', 'checkpoints could not be signed; trying again', { err: error });
    }
    await deps.pause(deps.everyMs, signal);
  }
}
