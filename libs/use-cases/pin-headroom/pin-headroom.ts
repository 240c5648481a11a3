import { SingleFlight } from '@pps/concurrency';
import { connectionStream } from '@pps/connections/events';
import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import {
  accountBucket,
  globalBucketOf,
  queueAhead,
  secondsUntilStart,
  type BucketBalance,
  type Outlook,
  type Rate,
  type TokenBuckets,
} from '@pps/pins';
import type { Database } from '@pps/read-store';
import { LRUCache } from 'lru-cache';

export interface BucketReading extends Rate {
  readonly tokens: number;
}

export interface BucketReadings {
  readonly account: BucketReading;
  readonly global: BucketReading;
}

export interface RateReading extends BucketReadings {
  readonly queuedAhead: number;
  /** Milliseconds until the next pin could start. */
  readonly waitMs: number;
  readonly startsAt: Date;
  /** What that was reckoned from. */
  readonly outlook: Outlook & { readonly parkedMs: number };
}

/** What an account can publish now and when its next pin would start. */
export interface PinHeadroom {
  /** Concurrent readers of one account share a reading. */
  read(accountId: string): Promise<RateReading>;
  /** The buckets alone, without the queue ahead; the accounts of a sandbox are simulated ones. */
  readBuckets(accountId: string, environment: Principal['environment']): Promise<BucketReadings>;
}

interface PinHeadroomDeps {
  readonly buckets: Pick<TokenBuckets, 'readBalances'>;
  readonly live: Pick<LiveStates, 'get'>;
  readonly db: Database;
  readonly clock: Clock;
}

const accountsAtMost = 10_000;

export function pinHeadroom(deps: PinHeadroomDeps): PinHeadroom {
  const readings = sharedByKey((accountId) => readRate(deps, accountId));
  return {
    read: (accountId) => readings(accountId),
    readBuckets: (accountId, environment) => readBuckets(deps, accountId, environment === 'sandbox'),
  };
}

/** One read under way for each key, of at most 10,000 keys; a reader shares only a read that started after it asked. */
function sharedByKey<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const shared = new LRUCache<string, SingleFlight<T>>({ max: accountsAtMost });
  return (key) => {
    const present = shared.get(key) ?? new SingleFlight(() => read(key));
    shared.set(key, present);
    return present.run();
  };
}

async function readBuckets({ buckets, clock }: PinHeadroomDeps, accountId: string, simulated: boolean): Promise<BucketReadings> {
  const [account, shared] = [accountBucket(accountId), globalBucketOf({ simulated })];
  const readBalances = await buckets.readBalances([account, shared]);
  const now = clock();
  return { account: readingOf(readBalances.get(account), now), global: readingOf(readBalances.get(shared), now) };
}

async function readRate({ buckets, live, db, clock }: PinHeadroomDeps, accountId: string): Promise<RateReading> {
  const { state } = await live.get(connectionStream, accountId);
  const simulated = state.kind === 'connected' && state.simulated === true;
  const shared = globalBucketOf({ simulated });
  const [readBalances, ahead] = await Promise.all([
    buckets.readBalances([accountBucket(accountId), shared]),
    queueAhead(db, accountId, simulated),
  ]);
  const now = clock();
  const balance = readBalances.get(accountBucket(accountId));
  const account = readingOf(balance, now);
  const global = readingOf(readBalances.get(shared), now);
  const parkedMs = Math.max(0, (balance?.parkedUntil?.getTime() ?? 0) - now.getTime());
  const outlook = {
    parkedMs,
    account: { ...account, tokens: balance?.tokens ?? 0, queued: ahead.tokensOfAccount },
    global: { ...global, queued: ahead.tokensOfAll },
    projects: ahead.projects,
  };
  const waitMs = waitOf(outlook);
  return { account, global, queuedAhead: ahead.ofAccount, waitMs, startsAt: new Date(now.getTime() + waitMs), outlook };
}

const waitOf = ({ parkedMs, ...outlook }: RateReading['outlook']): number =>
  Math.ceil(Math.max(parkedMs, secondsUntilStart(outlook) * 1000));

/** The same for a pin before which others are queued now: the tokens that these take of its account's bucket, and of the global one. */
export function readingBehind(
  reading: RateReading,
  { ofAccount, ofAll }: { readonly ofAccount: number; readonly ofAll: number },
): RateReading {
  const { account, global, projects, ...rest } = reading.outlook;
  const outlook = {
    ...rest,
    account: { ...account, queued: account.queued + ofAccount },
    global: { ...global, queued: global.queued + ofAll },
    projects: Math.max(projects, 1),
  };
  const waitMs = waitOf(outlook);
  return { ...reading, outlook, waitMs, startsAt: new Date(reading.startsAt.getTime() - reading.waitMs + waitMs) };
}

/** Of a parked bucket nothing can be taken, whatever it holds. */
function readingOf(balance: BucketBalance | undefined, now: Date): BucketReading {
  if (!balance) throw new Error('the bucket was not read');
  const isParked = balance.parkedUntil !== null && balance.parkedUntil > now;
  return { tokens: isParked ? 0 : Math.max(0, balance.tokens), capacity: balance.capacity, refillPerSecond: balance.refillPerSecond };
}

/** Whole tokens that a pin of the account could take now. */
export const rateRemaining = ({ account, global }: BucketReadings): number => Math.floor(Math.min(account.tokens, global.tokens));
