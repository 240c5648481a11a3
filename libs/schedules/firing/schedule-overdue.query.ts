import { isBeingRemoved, secondsSince, type Database } from '@pps/read-store';

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
