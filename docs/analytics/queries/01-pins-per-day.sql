-- How many pins did a project accept, publish and fail on each day?
-- Parameters: project, from, until (until is excluded).
-- Read: days are in UTC. Published and failed count by the day they happened, not by the day the pin was created; a day without any fact has no row.
-- event_id is the newest fact that is counted in the row.
select (begin_at at time zone 'UTC')::date as day, pins_created, pins_published, pins_failed, pins_deferred, attempts, event_id
from analytics.project_days
where project_id = :'project' and begin_at >= :'from' and begin_at < :'until'
order by begin_at
