import type { Leadership } from '@pps/leases';
import { mapLimited, pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import { maxRefreshAheadMs } from './token-refresh.policy';
import type { AccessTokens } from './access-tokens';

/** The account after which the next round continues. */
export interface ExpiringAccount {
  readonly accountId: string;
  readonly tokenExpiresAt: Date;
}

export interface IdleTokensDeps {
  readonly tokens: Pick<AccessTokens, 'refreshIfExpiring'>;
  readonly clock: Clock;
  /** Connected accounts whose access token expires before `before`, the next to expire first, at most `limit` after `after`. */
  readonly expiring: (before: Date, after: ExpiringAccount | null, limit: number) => Promise<readonly ExpiringAccount[]>;
  /** Called with the first failure of a round. */
  readonly onError: (error: unknown) => void;
}

const pollIntervalMs = 60_000;
const pauseBetweenRoundsMs = 1_000;
const roundSize = 50;
const maxConcurrent = 4;

/** Name of the lease under which one process refreshes the tokens of idle accounts. */
export const idleTokensDuty = 'idle-tokens';

/** Refreshes tokens that expire within 5 days: a refresh token that is never used expires, and the user would have to consent again. */
export async function runIdleTokenRefresh(deps: IdleTokensDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  let after: ExpiringAccount | null = null;
  while (!signal.aborted) {
    after = await refreshRound(deps, after).catch((error: unknown) => {
      deps.onError(error);
      return null;
    });
    await pause(after ? pauseBetweenRoundsMs : pollIntervalMs, signal);
  }
}

/** One round of at most 50 accounts, 4 at once. Gives where the next round continues, null at the end. */
export async function refreshRound(deps: IdleTokensDeps, after: ExpiringAccount | null): Promise<ExpiringAccount | null> {
  const before = new Date(deps.clock().getTime() + maxRefreshAheadMs);
  const round = await deps.expiring(before, after, roundSize);
  const failures: unknown[] = [];
  await mapLimited(maxConcurrent, round, ({ accountId }) =>
    deps.tokens.refreshIfExpiring(accountId).catch((error: unknown) => failures.push(error)),
  );
  if (failures.length > 0) deps.onError(failures[0]);
  return round.length < roundSize ? null : (round.at(-1) ?? null);
}
