import { physicalTable, type Database } from '@pps/read-store';
import { scheduleQueueProjection } from './schedule_queue.projection';
import { dueProjectTable, scheduleQueueTable } from './schedule_queue.tables';

const aYear = 365 * 24 * 3_600;

/**
 * Writes schedules that wait into the read model alone, without facts behind them: `count` of them, by turns of `projects` new projects, one second
 * after the other, the first `fromSeconds` from now (in a year, if nothing else is said).
 */
export async function addWaitingSchedules(
  db: Database,
  count: number,
  projects = Math.max(1, Math.floor(count / 1_000)),
  fromSeconds = aYear,
): Promise<void> {
  const [queue, dueProject] = [scheduleQueueTable, dueProjectTable].map(({ name }) => physicalTable(scheduleQueueProjection, name));
  await db.raw(
    `with project as materialized (select n, gen_random_uuid() as id from generate_series(0, :projects - 1) n),
       added as (insert into ${queue} (schedule_id, revision, project_id, epoch, account_id, phase, due_at)
         select gen_random_uuid(), 0, project.id, 0, project.id, 'scheduled', clock_timestamp() + (:fromSeconds + row.n) * interval '1 second'
         from generate_series(0, :count - 1) row (n) join project on project.n = row.n % :projects returning project_id, due_at)
     insert into ${dueProject} (project_id, next_due_at) select project_id, min(due_at) from added group by project_id`,
    { count, projects, fromSeconds },
  );
}
