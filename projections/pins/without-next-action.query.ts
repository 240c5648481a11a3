import { actionColumns, phaseWithoutAction } from '@pps/pins/events';
import { isBeingRemoved, standAtOnePosition, type Database } from '@pps/read-store';

// Joins read models: publish_queue
/** Pins that are not at their end and that nothing is going to happen to by itself; none, unless something is broken. */
export async function findPinsWithoutNextAction(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: string }[] }>(withoutNextActionSql);
  return Number(rows[0]?.count ?? 0);
}

const undated = [...new Set(Object.values(actionColumns).map(({ phase, date }) => `(phase = '${phase}' and ${date} is null)`))].join(
  ' or ',
);

// A pin may also be missing from the queue altogether. That says nothing while the two read models have not come equally far, as after a crash
// between their transactions, nor of what has just changed.
// Walks the index from project to project, so that the cost does not grow with the pins that are at their end.
const withoutNextActionSql = `
  with recursive project (project_id, epoch) as (
    (select project_id, epoch from read.pins order by project_id, epoch limit 1)
    union all
    select next.project_id, next.epoch from project cross join lateral (
      select pin.project_id, pin.epoch from read.pins pin
      where (pin.project_id, pin.epoch) > (project.project_id, project.epoch) order by pin.project_id, pin.epoch limit 1) next)
  select (select count(*) from read.publish_queue
      where ${undated})
    + (select count(*) from project join read.pins pin using (project_id, epoch)
      where ${standAtOnePosition('pins', 'publish_queue')}
        and pin.status in ('queued', 'deferred', 'publishing') and pin.updated_at < clock_timestamp() - interval '1 minute'
        and not ${isBeingRemoved('pins', 'pin.project_id', 'pin.epoch')}
        and not exists (select 1 from read.publish_queue waiting where waiting.pin_id = pin.pin_id and waiting.phase <> '${phaseWithoutAction}')) as count`;
