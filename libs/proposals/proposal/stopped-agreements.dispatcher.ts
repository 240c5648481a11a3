import type { Pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import { stoppedAfterMs } from './proposal.policy';

export interface StoppedAgreementsDeps {
  /** Proposals of which a person agreed to items before this moment that have come to no end, the oldest first, without those that are passed over. */
  readonly stopped: (before: Date, limit: number) => Promise<readonly string[]>;
  /** Carries out what was stopped of one. */
  readonly resume: (proposalId: string, signal: AbortSignal) => Promise<void>;
  /** Notes that one cannot go on by itself; throws what all would meet alike. */
  readonly passOver: (proposalId: string, error: unknown) => Promise<void>;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

/** Name of the lease under which one process goes on with agreements that were stopped. */
export const stoppedAgreementsDuty = 'stopped-agreements';

const pauseMs = 5_000;
const atMost = 100;

/** Every 5 seconds goes on with what people agreed to and a stop or an outage left. One that cannot go on does not keep the others. */
export async function runStoppedAgreements(deps: StoppedAgreementsDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    try {
      await resumeStopped(deps, signal);
    } catch (error) {
      deps.log('warn', 'agreements wait', { error: String(error) });
    }
    await deps.pause(pauseMs, signal);
  }
}

/** One round. */
export async function resumeStopped({ stopped, resume, passOver, clock, log }: StoppedAgreementsDeps, signal: AbortSignal): Promise<void> {
  for (const proposalId of await stopped(new Date(clock().getTime() - stoppedAfterMs), atMost)) {
    if (signal.aborted) return;
    try {
      await resume(proposalId, signal);
    } catch (error) {
      log('warn', 'an agreement waits', { proposalId, error: String(error) });
      await passOver(proposalId, error);
    }
  }
}
