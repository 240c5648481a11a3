import { isBeingRemoved, secondsSince, type Database } from '@pps/read-store';

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

// One row of an index, however many are due.
const overdueSql = `select ${secondsSince(`
  select next_due_at from read.schedule_due_project
  where next_due_at <= statement_timestamp() and not ${isBeingRemoved('schedule_queue', 'project_id', '0')}
  order by next_due_at limit 1`)} as seconds`;

/** Seconds since the oldest schedule was due that has not fired, also where it is passed over; 0 where none is due. */
export async function readScheduleOverdue(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(overdueSql);
  return rows[0]?.seconds ?? 0;
}
