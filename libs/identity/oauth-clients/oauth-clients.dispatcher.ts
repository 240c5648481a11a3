import { pause } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import type { Database } from '@pps/read-store';
import { apiKeyStream, decideEndUnusedGrant } from '../api-keys/api-key.stream';
import { deleteEndedTokens, endedTokens } from '../grants/grant-tokens.store';
import { deleteUnusedClients } from './registered-clients.store';

export interface OAuthSweepDeps {
  readonly db: Database;
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const pauseMs = 60_000;

/** Name of the lease under which one process forgets programs that nobody uses, and ends grants whose tokens have ended. */
export const oauthClientsDuty = 'oauth-clients';

/** Every minute forgets programs that registered and that nobody uses, and ends grants that nothing can act by any more. */
export async function runOAuthClientsSweep(deps: OAuthSweepDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    try {
      while (!signal.aborted && (await deleteUnusedClients(deps.db, deps.clock())) > 0);
      while (!signal.aborted && (await endUnusedGrants(deps)) > 0);
    } catch (error) {
      deps.onError(error);
    }
    await pause(pauseMs, signal);
  }
}

const portionSize = 100;

/** A grant whose last refresh token has ended is none, but stands among the keys and counts as one until this says so; gives how many, a portion at a time. */
export async function endUnusedGrants({ db, streams, clock }: Omit<OAuthSweepDeps, 'onError'>): Promise<number> {
  const now = clock();
  const keyIds = await endedTokens(db, now, portionSize);
  for (const keyId of keyIds) {
    const { state: key } = await streams.load(apiKeyStream, keyId);
    if (key.kind === 'created') {
      const { organizationId, projectId, epoch } = key;
      const origin = {
        organizationId,
        projectId,
        epoch,
        actor: { type: 'system', id: oauthClientsDuty },
        occurredAt: now.toISOString(),
      } as const;
      await streams.decide(apiKeyStream, keyId, origin, (state) => decideEndUnusedGrant(origin.occurredAt, state));
    }
    await deleteEndedTokens(db, keyId, now);
  }
  return keyIds.length;
}
