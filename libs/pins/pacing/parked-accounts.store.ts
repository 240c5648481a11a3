import type { Database } from '@pps/read-store';
import { nextActionSql, startKinds } from '../publish-queue/action-columns';
import { wakeAccount } from './round-robin.store';
import { accountBucket } from './token-buckets.store';

export interface ParkedAccount {
  readonly accountId: string;
  readonly parkedUntil: Date;
  readonly waitingPins: number;
}

/** The parked accounts, the one that waits longest first, 1,000 at most. */
export async function readParkedAccounts(db: Database): Promise<ParkedAccount[]> {
  const { rows } = await db.raw<{ rows: { account_id: string; parked_until: Date; pins: string }[] }>(
    `select parked.account_id, parked.parked_until,
       (select coalesce(sum(ready_pins), 0) from read.publish_waiting waiting where waiting.account_id = parked.account_id) as pins
     from (select substr(name, length('account:') + 1)::uuid as account_id, parked_until from pins.pacing_bucket
           where name like 'account:%' and parked_until > clock_timestamp()
           order by parked_until desc limit 1000) parked
     order by parked.parked_until desc`,
  );
  return rows.map((row) => ({ accountId: row.account_id, parkedUntil: row.parked_until, waitingPins: Number(row.pins) }));
}

/** Lets the account go on at once; whether it was parked. */
export async function unparkAccount(db: Database, accountId: string): Promise<boolean> {
  const changed = await db('pins.pacing_bucket')
    .where({ name: accountBucket(accountId) })
    .whereRaw('parked_until > clock_timestamp()')
    .update({ parked_until: null, blocked_times: 0 });
  await wakeAccount(db, accountId);
  return changed > 0;
}

const deferredAtOnce = 200;

/** Pins of the account that wait and may start before this moment, the oldest 200: what is started for none of them is left to the next ask. */
export async function findWaitingBefore(db: Database, accountId: string, moment: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { pin_id: string }[] }>(
    `(select pin_id, queue_position from read.publish_queue where account_id = :accountId and ${nextActionSql(startKinds)} and starts = 0
      order by queue_position limit :deferredAtOnce)
     union all
     (select pin_id, queue_position from read.publish_queue where account_id = :accountId and ${nextActionSql(startKinds)} and starts > 0
        and ready_at < :moment::timestamptz order by ready_at limit :deferredAtOnce)
     limit :deferredAtOnce`,
    { accountId, moment, deferredAtOnce },
  );
  return rows.map((row) => row.pin_id);
}

/** Pins of the account that wait for a limit, the platform's or our own bucket's, and are not due yet. */
export async function findRateLimitedPins(db: Database, accountId: string): Promise<string[]> {
  const rows = (await db('read.publish_queue')
    .where({ account_id: accountId, phase: 'ready' })
    .andWhere('starts', '>', 0)
    .whereRaw('ready_at > statement_timestamp()')
    .whereRaw(`publishing -> 'deferral' ->> 'reason' = 'rate_limited'`)
    .select('pin_id')) as { pin_id: string }[];
  return rows.map((row) => row.pin_id);
}
