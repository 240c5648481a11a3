-- How many calls does a published pin cost?
-- Parameters: project, from, until: of the acceptance.
-- Read: most pins should stand at 1; what is above is limits of the platform, lost answers and retries.
select attempts, count(*) as pins, sum(deferrals) as deferrals, sum(unknown_outcomes) as unknown_outcomes, sum(retries) as retries
from analytics.pin_times
where project_id = :'project' and queued_at >= :'from' and queued_at < :'until' and published_at is not null
group by attempts order by attempts
