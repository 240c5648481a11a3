import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { accountBucket, globalBucketOf, queueAhead, type BucketBalance, type TokenBuckets } from '@pps/pins';
import type { Database, Freshness } from '@pps/read-store';
import type { PendingRow } from '@projections/schedules/pending-schedules.query';
import type { PinCheckDeps } from '../create-pin/pin-checks';
import type { BucketNow } from './bucket-outlook.policy';
import type { ForecastQuestion, PendingSchedule } from './forecast.policy';

export type ForecastDeps = Pick<PinCheckDeps, 'termsOf' | 'quota' | 'clock'> & {
  readonly buckets: Pick<TokenBuckets, 'readBalances'>;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
};

const accountsReadAtOnce = 5;

/** What a forecast goes by beside the schedules and the quota: the buckets of these accounts, and what waits already. */
export async function readPacing(
  { buckets, db }: Pick<ForecastDeps, 'buckets' | 'db'>,
  principal: Principal,
  accountIds: readonly string[],
): Promise<Pick<ForecastQuestion, 'accounts' | 'global' | 'others'>> {
  const simulated = principal.environment === 'sandbox';
  const globalName = globalBucketOf({ simulated });
  const balances = await buckets.readBalances([globalName, ...accountIds.map(accountBucket)]);
  const ahead = await mapLimited(accountsReadAtOnce, accountIds, (accountId) => queueAhead(db, accountId, simulated));
  const ours = ahead.reduce((sum, { tokensOfAccount }) => sum + tokensOfAccount, 0);
  const accounts = new Map(
    accountIds.map((accountId, index) => {
      const waitingTokens = ahead[index]?.tokensOfAccount ?? 0;
      return [accountId, { ...bucketNow(balances.get(accountBucket(accountId))), waitingTokens }];
    }),
  );
  const [any] = ahead;
  const others = { tokens: Math.max(0, (any?.tokensOfAll ?? 0) - ours), projects: (any?.projects ?? 0) + (ours > 0 ? 0 : 1) };
  return { accounts, global: bucketNow(balances.get(globalName)), others };
}

function bucketNow(balance: BucketBalance | undefined): BucketNow {
  if (!balance) throw new Error('the bucket was not read');
  const { tokens, capacity, refillPerSecond, parkedUntil } = balance;
  return { tokens, capacity, refillPerSecond, parkedUntilMs: parkedUntil?.getTime() ?? null };
}

export const pendingOfRow = ({ scheduleId, accountId, runAt, deferredUntil, isVideo }: PendingRow): PendingSchedule => ({
  scheduleId,
  accountId,
  runAtMs: runAt.getTime(),
  ...(deferredUntil && { deferredUntilMs: deferredUntil.getTime() }),
  cost: isVideo ? 2 : 1,
});
