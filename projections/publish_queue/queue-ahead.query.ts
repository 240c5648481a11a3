import type { Database } from '@pps/read-store';

export interface QueueAhead {
  /** Waiting pins of the account. */
  readonly ofAccount: number;
  /** Waiting pins of everybody who shares the global bucket. */
  readonly ofAll: number;
  /** Projects with waiting pins. */
  readonly projects: number;
}

/** What stands before a pin that would be queued now. */
export async function queueAhead(db: Database, accountId: string, simulated: boolean): Promise<QueueAhead> {
  const row = (await db('read.publish_queue')
    .where({ phase: 'ready', simulated })
    .first(
      db.raw('count(*) as of_all'),
      db.raw('count(*) filter (where account_id = ?) as of_account', [accountId]),
      db.raw('count(distinct project_id) as projects'),
    )) as { of_all: string; of_account: string; projects: string } | undefined;
  return { ofAccount: Number(row?.of_account ?? 0), ofAll: Number(row?.of_all ?? 0), projects: Number(row?.projects ?? 0) };
}
