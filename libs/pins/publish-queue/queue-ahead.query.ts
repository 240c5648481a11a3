import { isTableMissing, type Database } from '@pps/read-store';
import type { Rate } from '../pacing/token-buckets.store';

interface QueueAhead {
  readonly ofAccount: number;
  /** Tokens that these need: a video’s upload and its creation take one each. */
  readonly tokensOfAccount: number;
  /** Tokens that everybody needs who shares the global bucket. */
  readonly tokensOfAll: number;
  readonly projects: number;
}

interface AheadRow {
  of_account: string;
  tokens_of_account: string;
  tokens_of_all: string;
  projects: string;
}

/** What is queued before a pin that would be queued now. Empty while an older version of the read model serves, which has no such rows. */
export async function queueAhead(db: Database, accountId: string, simulated: boolean): Promise<QueueAhead> {
  const asked = db.raw<{ rows: AheadRow[] }>(
    `select coalesce(sum(ready_pins), 0) as of_account, coalesce(sum(tokens), 0) as tokens_of_account,
       coalesce((select tokens from read.publish_waiting_total where simulated = :simulated), 0) as tokens_of_all,
       coalesce((select projects from read.publish_waiting_total where simulated = :simulated), 0) as projects
     from read.publish_waiting where account_id = :accountId and simulated = :simulated`,
    { accountId, simulated },
  );
  const { rows } = await asked.catch((error: unknown) => {
    if (!isTableMissing(error)) throw error;
    return { rows: [] as AheadRow[] };
  });
  const [row] = rows;
  return {
    ofAccount: Number(row?.of_account ?? 0),
    tokensOfAccount: Number(row?.tokens_of_account ?? 0),
    tokensOfAll: Number(row?.tokens_of_all ?? 0),
    projects: Number(row?.projects ?? 0),
  };
}

interface Queued extends Rate {
  readonly tokens: number;
  /** Tokens that the pins waiting already are going to take. */
  readonly queued: number;
}

/** What decides when a pin that is queued now can start. */
export interface Outlook {
  readonly account: Queued;
  readonly global: Queued;
  /** Projects in the round robin, the caller's included. */
  readonly projects: number;
}

/**
 * Seconds until a pin queued now can start: its account's own queue drains at the account's rate; of all others at most one call of each
 * project goes before each of the account's, because projects are served round robin. A call takes one token, a video two calls.
 */
export function secondsUntilStart({ account, global, projects }: Outlook): number {
  const before = Math.min(global.queued, (account.queued + 1) * Math.max(1, projects) - 1);
  return Math.max(0, wait(account.queued + 1, account), wait(before + 1, global));
}

const wait = (needed: number, { tokens, refillPerSecond }: { readonly tokens: number; readonly refillPerSecond: number }): number =>
  (needed - tokens) / refillPerSecond;
