-- What became of calls whose answer was lost?
-- Parameters: project, from, until: of the acceptance.
-- Read: found is how many are on the platform after all; none was sent twice. waited_s is how long the board was read on average.
select phase, count(*) as pins, count(published_at) as found, round(avg(unknown_ms) / 1000, 1) as waited_s, max(position) as newest_position
from analytics.pin_times
where project_id = :'project' and queued_at >= :'from' and queued_at < :'until' and unknown_outcomes > 0
group by phase order by pins desc
