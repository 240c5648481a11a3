import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { accountBucket, globalBucketOf, queueAhead, type BucketBalance, type TokenBuckets } from '@pps/pins';
import type { Database } from '@pps/read-store';
import type { BucketNow } from './bucket-outlook.policy';
import type { ForecastQuestion } from './forecast.policy';

export interface PacingReaderDeps {
  readonly buckets: Pick<TokenBuckets, 'readBalances'>;
  readonly db: Database;
}

type Pacing = Pick<ForecastQuestion, 'accounts' | 'global' | 'others'>;

interface AccountPace {
  readonly bucket: BucketNow;
  readonly ahead: Awaited<ReturnType<typeof queueAhead>>;
}

const accountsReadAtOnce = 5;

/**
 * What a forecast goes by beside the schedules and the quota: the buckets of accounts, and what waits already. Of each account it is read once, however often
 * one reader is asked.
 */
export function pacingReader(
  { buckets, db }: PacingReaderDeps,
  { environment }: Principal,
): (accountIds: readonly string[]) => Promise<Pacing> {
  const simulated = environment === 'sandbox';
  const globalName = globalBucketOf({ simulated });
  const paces = new Map<string, Promise<AccountPace>>();
  let global: Promise<BucketNow> | undefined;

  /** Begins to read what was not asked for before, all of it together. */
  function read(accountIds: readonly string[]): void {
    const news = accountIds.filter((accountId) => !paces.has(accountId));
    if (news.length === 0 && global) return;
    const balances = buckets.readBalances([...(global ? [] : [globalName]), ...news.map(accountBucket)]);
    const aheads = mapLimited(accountsReadAtOnce, news, (accountId) => queueAhead(db, accountId, simulated));
    const paceOf = async (accountId: string, index: number): Promise<AccountPace> => {
      const [read, ahead] = await Promise.all([balances, aheads]);
      const own = ahead[index];
      if (!own) throw new Error('the queue was not read');
      return { bucket: bucketNow(read.get(accountBucket(accountId))), ahead: own };
    };
    global ??= balances.then((found) => bucketNow(found.get(globalName)));
    news.forEach((accountId, index) => paces.set(accountId, paceOf(accountId, index)));
  }

  return async (accountIds) => {
    read(accountIds);
    const [common, found] = await Promise.all([global, Promise.all(accountIds.map((accountId) => paces.get(accountId)))]);
    const known = found.filter((pace) => pace !== undefined);
    if (!common) throw new Error('the bucket was not read');
    const ours = known.reduce((sum, { ahead }) => sum + ahead.tokensOfAccount, 0);
    const accounts = new Map(
      accountIds.flatMap((accountId, index) => {
        const pace = known[index];
        return pace ? [[accountId, { ...pace.bucket, waitingTokens: pace.ahead.tokensOfAccount }] as const] : [];
      }),
    );
    const any = known[0]?.ahead;
    const others = { tokens: Math.max(0, (any?.tokensOfAll ?? 0) - ours), projects: (any?.projects ?? 0) + (ours > 0 ? 0 : 1) };
    return { accounts, global: common, others };
  };
}

function bucketNow(balance: BucketBalance | undefined): BucketNow {
  if (!balance) throw new Error('the bucket was not read');
  const { tokens, capacity, refillPerSecond, parkedUntil } = balance;
  return { tokens, capacity, refillPerSecond, parkedUntilMs: parkedUntil?.getTime() ?? null };
}
