import { runPrepared, type Database } from '@pps/read-store';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { wakeAccount } from './round-robin.store';
import type { PlatformLimit } from './platform-limit';
import { uptime } from './uptime';
import type { Configuration } from '@pps/runtime';

export interface Rate {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

export interface PacingRates {
  readonly account: Rate;
  readonly global: Rate;
}

/** A bucket now, at the rate it has: its own, or less where the platform announced less. */
export interface BucketBalance extends Rate {
  readonly tokens: number;
  readonly parkedUntil: Date | null;
}

/** The bucket of an account, and what those of its grants are going to spend of it that nobody has claimed, at the same moment. */
export interface AccountBalance extends BucketBalance {
  readonly granted: number;
}

export type Claim = { readonly granted: true } | { readonly granted: false; readonly waitSeconds: number | null };

export const globalBucket = 'global';
/** Sandboxes share one of their own, so that they take nothing from what goes to the platform. */
export const sandboxGlobalBucket = 'global:sandbox';
export const accountBucket = (accountId: string): string => `account:${accountId}`;

/** The bucket that a pin spends of beside its account's. */
export const globalBucketOf = ({ simulated = false }: { readonly simulated?: boolean }): string =>
  simulated ? sandboxGlobalBucket : globalBucket;

const globalBuckets: readonly string[] = [globalBucket, sandboxGlobalBucket];

const firstBlockSeconds = 10;
const longestBlockSeconds = 3_600;
/** As long as claim_publish keeps others from calling while a blocked account is tried. */
const probeSeconds = 60;

// Other processes learn limits too, so what this one has learned may be outdated.
const learnedForMs = 60_000;
const bucketsReadAtMost = 500;

/** A call starts within so many milliseconds after its tokens were asked for, or not on these tokens. */
export const callStartsWithinMs = 250;

/** Of the tokens available, those that may be spent on a call of this cost: what is refilled while the call may still be under way does not count yet. */
export const spendable = (tokens: number, { capacity, refillPerSecond }: Rate, cost = 1): number =>
  tokens - Math.max(0, Math.min((refillPerSecond * callStartsWithinMs) / 1000, capacity - cost));

/** Exact buckets on the database's clock: tokens are spent in the statement that claims a grant, and a clock that is set changes nothing. */
export class TokenBuckets {
  private readonly learned = new LRUCache<string, string>({ max: 10_000, ttl: learnedForMs });
  /** Blocked accounts for which this process has a call on its way that finds out whether they still are. */
  private readonly probes = new LRUCache<string, true>({ max: 10_000, ttl: probeSeconds * 1_000 });
  /** What is asked for in one turn of the event loop is read by one statement, which starts after all of them asked. */
  private readonly balances = new DataLoader<string, BucketBalance>((names) => this.readTogether(names), {
    cache: false,
    maxBatchSize: bucketsReadAtMost,
    batchScheduleFn: (read) => setImmediate(read),
  });

  constructor(
    private readonly db: Database,
    readonly rates: PacingRates,
  ) {}

  /** Spends the grant's tokens of both buckets, or none; `waitSeconds` is null when there is no such grant to claim. */
  async claim(pinId: string, attempt: number, accountId: string, globalName = globalBucket): Promise<Claim> {
    const { account, global } = this.rates;
    const { boot, seconds } = uptime();
    const { rows } = await runPrepared<{ rows: { granted: boolean; wait_seconds: string | null }[] }>(
      this.db,
      'select granted, wait_seconds from pins.claim_publish(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      [
        pinId,
        attempt,
        accountBucket(accountId),
        globalName,
        account.capacity,
        account.refillPerSecond,
        global.capacity,
        global.refillPerSecond,
        callStartsWithinMs / 1000,
        boot,
        seconds,
      ],
    );
    const [row] = rows;
    if (row?.granted) {
      if (Number(row.wait_seconds) > 0) this.probes.set(accountId, true);
      return { granted: true };
    }
    return { granted: false, waitSeconds: row?.wait_seconds ? Number(row.wait_seconds) : null };
  }

  /** What could be spent now; buckets never used are full. Concurrent callers share a statement that starts after they asked. */
  async readBalances(names: readonly string[]): Promise<Map<string, BucketBalance>> {
    const balances = await Promise.all(names.map((name) => this.balances.load(name)));
    return new Map(balances.map((balance, index) => [names[index] as string, balance]));
  }

  private async readTogether(names: readonly string[]): Promise<BucketBalance[]> {
    const { rows } = await runPrepared<{ rows: NamedBalanceRow[] }>(
      this.db,
      `with pacing as materialized (select pins.pacing_time(:boot, :seconds) as time)
       select name, parked_until, pins.available_tokens(tokens, updated_at, pacing.time,
         rate.capacity, rate.refill) as available, rate.capacity, rate.refill
       from pacing cross join pins.pacing_bucket cross join lateral (select
         case when name = any(:globals) then :globalCapacity::numeric else least(:accountCapacity::numeric, limit_capacity) end as capacity,
         case when name = any(:globals) then :globalRefill::numeric else least(:accountRefill::numeric, limit_refill) end as refill) rate
       where name = any(array(select unnest(:names::text[])))`,
      {
        ...uptime(),
        names: [...new Set(names)],
        globals: [...globalBuckets],
        globalCapacity: this.rates.global.capacity,
        globalRefill: this.rates.global.refillPerSecond,
        accountCapacity: this.rates.account.capacity,
        accountRefill: this.rates.account.refillPerSecond,
      },
    );
    const known = new Map(rows.map((row) => [row.name, toBalance(row)]));
    const full = (name: string): BucketBalance => {
      const rate = globalBuckets.includes(name) ? this.rates.global : this.rates.account;
      return { ...rate, tokens: rate.capacity, parkedUntil: null };
    };
    return names.map((name) => known.get(name) ?? full(name));
  }

  /** What could be spent now of these accounts, and what is granted of it, in one statement: a token is counted once, also while its grant is being claimed. */
  async readAccountBalances(accountIds: readonly string[]): Promise<Map<string, AccountBalance>> {
    const { account } = this.rates;
    const { rows } = await runPrepared<{ rows: AccountBalanceRow[] }>(
      this.db,
      `with pacing as materialized (select pins.pacing_time(:boot, :seconds) as time),
       granted as materialized (select account_id, sum(cost) as cost from pins.publish_grant where claimed_at is null group by account_id)
       select asked.account_id, parked_until, rate.capacity, rate.refill, coalesce(granted.cost, 0) as granted,
         least(pins.available_tokens(tokens, updated_at, pacing.time, rate.capacity, rate.refill),
           case when blocked_times > 0 then 2 + greatest(0, least(rate.refill * :lead, rate.capacity - 1)) end) as available
       from pacing cross join unnest(:accountIds::uuid[]) asked (account_id)
       left join pins.pacing_bucket on name = 'account:' || asked.account_id
       left join granted on granted.account_id = asked.account_id
       cross join lateral (select least(:capacity::numeric, limit_capacity) as capacity, least(:refill::numeric, limit_refill) as refill) rate`,
      {
        ...uptime(),
        accountIds: [...accountIds],
        capacity: account.capacity,
        refill: account.refillPerSecond,
        lead: callStartsWithinMs / 1000,
      },
    );
    return new Map(rows.map((row) => [row.account_id, { ...toBalance(row), granted: Number(row.granted) }]));
  }

  /** Parks the account until a moment, which is at most a day ahead; an earlier one does not shorten a later one. */
  async park(accountId: string, until: Date): Promise<void> {
    await this.db.raw(
      `insert into pins.pacing_bucket as bucket (name, tokens, updated_at, parked_until) values (?, ?, pins.pacing_time(), least(?::timestamptz, clock_timestamp() + interval '24 hours'))
       on conflict (name) do update set parked_until = greatest(bucket.parked_until, excluded.parked_until)`,
      [accountBucket(accountId), this.rates.account.capacity, until],
    );
  }

  /** Parks a blocked account for twice as long as the last time, at least as long as the platform asks; calls under way together are one block. Gives the seconds. */
  async block(accountId: string, atLeastSeconds: number, random: number): Promise<number> {
    const isProbe = this.probes.delete(accountId);
    const { rows } = await this.db.raw<{ rows: { seconds: string }[] }>('select pins.block_account(?, ?, ?, ?, ?, ?) as seconds', [
      accountBucket(accountId),
      this.rates.account.capacity,
      isProbe,
      firstBlockSeconds * (1 + 0.1 * random),
      longestBlockSeconds,
      atLeastSeconds,
    ]);
    return Number(rows[0]?.seconds ?? firstBlockSeconds);
  }

  /** Tells what became of the call that was let through to a blocked account to find out; silent where this process let none. */
  async settleProbe(accountId: string, answer: 'over' | 'another may ask'): Promise<void> {
    if (!this.probes.delete(accountId)) return;
    await this.db.raw(
      `update pins.pacing_bucket set parked_until = null, probe_until = null, blocked_times = case when ? then 0 else blocked_times end
       where name = ? and blocked_times > 0 and parked_until is not distinct from probe_until`,
      [answer === 'over', accountBucket(accountId)],
    );
    await wakeAccount(this.db, accountId);
  }

  binds({ limit, windowSeconds }: PlatformLimit): boolean {
    return limit < this.rates.account.capacity || limit / windowSeconds < this.rates.account.refillPerSecond;
  }

  /** Whether this process has stored this limit of the account lately. */
  knows(accountId: string, limit: PlatformLimit): boolean {
    return this.learned.get(accountId) === asText(limit);
  }

  /** Applies a limit of the platform to the account where that is less than its own rate, and lifts it where it no longer is. */
  async learn(accountId: string, limit: PlatformLimit): Promise<void> {
    const { capacity, refillPerSecond } = this.rates.account;
    const allowedPerSecond = limit.limit / limit.windowSeconds;
    const { boot, seconds } = uptime();
    // Asked first, so that a clock that was set is noticed: what was refilled until now is credited by that time.
    const sql = 'with pacing as materialized (select pins.pacing_time(?, ?)) select pins.learn_limit(?, ?, ?, ?, ?) from pacing';
    await this.db.raw(sql, [
      boot,
      seconds,
      accountBucket(accountId),
      capacity,
      refillPerSecond,
      limit.limit < capacity ? limit.limit : null,
      allowedPerSecond < refillPerSecond ? allowedPerSecond : null,
    ]);
    this.learned.set(accountId, asText(limit));
  }
}

interface BalanceRow {
  readonly available: string;
  readonly capacity: string;
  readonly refill: string;
  readonly parked_until: Date | null;
}

interface NamedBalanceRow extends BalanceRow {
  readonly name: string;
}

interface AccountBalanceRow extends BalanceRow {
  readonly account_id: string;
  readonly granted: string;
}

const toBalance = ({ available, capacity, refill, parked_until }: BalanceRow): BucketBalance => ({
  tokens: Number(available),
  capacity: Number(capacity),
  refillPerSecond: Number(refill),
  parkedUntil: parked_until,
});

const asText = ({ limit, windowSeconds }: PlatformLimit): string => `${limit}/${windowSeconds}`;

/** The buckets as the settings `PACING_ACCOUNT` and `PACING_GLOBAL` say. */
export const configuredBuckets = (
  db: Database,
  { PACING_ACCOUNT, PACING_GLOBAL }: Pick<Configuration, 'PACING_ACCOUNT' | 'PACING_GLOBAL'>,
): TokenBuckets => new TokenBuckets(db, { account: PACING_ACCOUNT, global: PACING_GLOBAL });
