import type { Database } from '@pps/read-store';

/** Schedules of the account that have not fired, at most `most`, those after `after` in the order of their ids. */
export async function findSchedulesOfAccount(
  db: Database,
  accountId: string,
  after: string | null,
  most: number,
): Promise<readonly string[]> {
  const waiting = db('read.schedule_queue').where({ account_id: accountId }).whereIn('phase', ['scheduled', 'deferred']);
  if (after !== null) void waiting.where('schedule_id', '>', after);
  const rows = (await waiting.orderBy('schedule_id').limit(most).select('schedule_id')) as { schedule_id: string }[];
  return rows.map(({ schedule_id }) => schedule_id);
}
