-- When did the platform ask to wait?
-- Parameters: project, from, until.
-- Read: hours in UTC, only those with an answer of that kind; share is of the calls of the hour, in percent.
select begin_at as hour, attempts, rate_limited, round(100.0 * rate_limited / nullif(attempts, 0), 1) as share
from analytics.project_hours
where project_id = :'project' and begin_at >= :'from' and begin_at < :'until' and rate_limited > 0
order by begin_at
