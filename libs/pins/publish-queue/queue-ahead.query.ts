import { isTableMissing, type Database } from '@pps/read-store';

export interface QueueAhead {
  /** Waiting pins of the account. */
  readonly ofAccount: number;
  /** Tokens that these need: a video’s upload and its creation take one each. */
  readonly tokensOfAccount: number;
  /** Tokens that everybody needs who shares the global bucket. */
  readonly tokensOfAll: number;
  /** Projects with waiting pins. */
  readonly projects: number;
}

interface AheadRow {
  of_account: string;
  tokens_of_account: string;
  tokens_of_all: string;
  projects: string;
}

/**
 * What is queued before a pin that would be queued now; reads the rows of the account and one of the totals, however many others wait. An empty
 * queue while an older version of the read model serves, which has no such rows.
 */
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
