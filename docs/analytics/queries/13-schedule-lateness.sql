-- Do schedules fire in time?
-- Parameters: project, from, until: of the time they were to fire.
-- Read: milliseconds from the time wanted to the moment the pin was queued; it waits for its turn from then on (query 03).
select (run_at at time zone 'UTC')::date as day, count(*) as fired,
  round(percentile_cont(0.5) within group (order by lateness_ms)) as p50_ms,
  round(percentile_cont(0.99) within group (order by lateness_ms)) as p99_ms, max(lateness_ms) as latest_ms, max(position) as position
from analytics.schedules
where project_id = :'project' and epoch = (select epoch from analytics.workspace where project_id = :'project')
  and run_at >= :'from' and run_at < :'until' and fired_at is not null
group by 1 order by 1
