import type { Leadership } from '@pps/leases';
import type { CommandBus } from '@nestjs/cqrs';
import { mapLimited, pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import { aheadAtMostMs } from './ahead';
import { RefreshAhead } from './refresh-ahead';

/** Where a look at the accounts goes on: after this one. */
export interface ExpiringAccount {
  readonly accountId: string;
  readonly tokenExpiresAt: Date;
}

export interface IdleTokensDeps {
  readonly bus: Pick<CommandBus, 'execute'>;
  readonly clock: Clock;
  /** Connected accounts whose access token expires before `before`, the next to expire first, at most `limit` after `after`. */
  readonly expiring: (before: Date, after: ExpiringAccount | null, limit: number) => Promise<readonly ExpiringAccount[]>;
  /** Gets the first failure of a round. */
  readonly onError: (error: unknown) => void;
}

const tickMs = 60_000;
const betweenRoundsMs = 1_000;
const mostInRound = 50;
const mostAtOnce = 4;

/** Name of the lease under which one process keeps the tokens of idle accounts alive. */
export const idleTokensDuty = 'idle-tokens';

/** Refreshes what expires within days: a refresh token that nobody uses dies, and with it the connection. */
export async function runIdleTokens(deps: IdleTokensDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  let after: ExpiringAccount | null = null;
  while (!signal.aborted) {
    after = await refreshRound(deps, after).catch((error: unknown) => {
      deps.onError(error);
      return null;
    });
    await pause(after ? betweenRoundsMs : tickMs, signal);
  }
}

/** One round of at most 50 accounts, 4 at once. Answers where the next one goes on, null at the end. */
export async function refreshRound(deps: IdleTokensDeps, after: ExpiringAccount | null): Promise<ExpiringAccount | null> {
  const before = new Date(deps.clock().getTime() + aheadAtMostMs);
  const round = await deps.expiring(before, after, mostInRound);
  const failures: unknown[] = [];
  await mapLimited(mostAtOnce, round, ({ accountId }) =>
    deps.bus.execute(new RefreshAhead(accountId)).catch((error: unknown) => failures.push(error)),
  );
  if (failures.length > 0) deps.onError(failures[0]);
  return round.length < mostInRound ? null : (round.at(-1) ?? null);
}
