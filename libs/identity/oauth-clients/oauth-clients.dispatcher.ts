import { pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import type { Database } from '@pps/read-store';
import { deleteEndedTokens } from '../grants/grant-tokens.store';
import { deleteUnusedClients } from './registered-clients.store';

export interface OAuthSweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const pauseMs = 60_000;

/** Name of the lease under which one process forgets programs that nobody uses, and tokens that have ended. */
export const oauthClientsDuty = 'oauth-clients';

/** Every minute forgets programs that registered and that nobody uses, and where the tokens of ended grants stood. */
export async function runOAuthClientsSweep({ db, clock, onError }: OAuthSweepDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    try {
      while (!signal.aborted && (await deleteUnusedClients(db, clock())) > 0);
      while (!signal.aborted && (await deleteEndedTokens(db, clock())) > 0);
    } catch (error) {
      onError(error);
    }
    await pause(pauseMs, signal);
  }
}
