import type { Database } from '@pps/read-store';

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

/** What stands before a pin that would be queued now. */
export async function queueAhead(db: Database, accountId: string, simulated: boolean): Promise<QueueAhead> {
  const { rows } = await db.raw<{ rows: { of_account: string; tokens_of_account: string; tokens_of_all: string; projects: string }[] }>(
    `select count(*) filter (where mine and phase = 'ready') as of_account,
       coalesce(sum(tokens) filter (where mine), 0) as tokens_of_account, coalesce(sum(tokens), 0) as tokens_of_all,
       count(distinct project_id) filter (where phase = 'ready') as projects
     from (select project_id, phase, account_id = :accountId as mine,
         cost * case when phase = 'ready' and needs_upload then 2 else 1 end as tokens
       from read.publish_queue where simulated = :simulated and phase in ('ready', 'uploading', 'processing')) waiting`,
    { accountId, simulated },
  );
  const [row] = rows;
  return {
    ofAccount: Number(row?.of_account ?? 0),
    tokensOfAccount: Number(row?.tokens_of_account ?? 0),
    tokensOfAll: Number(row?.tokens_of_all ?? 0),
    projects: Number(row?.projects ?? 0),
  };
}
