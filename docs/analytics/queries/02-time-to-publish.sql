-- How long does a pin take from its acceptance until it is on the platform?
-- Parameters: project, from, until: of the acceptance.
-- Read: seconds; half of the pins of a day took p50_s or less, 99 of 100 took p99_s or less. Pins that are not published yet are not in it.
select (queued_at at time zone 'UTC')::date as day, count(*) as published,
  round(percentile_cont(0.5) within group (order by total_ms)::numeric / 1000, 1) as p50_s,
  round(percentile_cont(0.9) within group (order by total_ms)::numeric / 1000, 1) as p90_s,
  round(percentile_cont(0.99) within group (order by total_ms)::numeric / 1000, 1) as p99_s,
  round(max(total_ms)::numeric / 1000, 1) as longest_s
from analytics.pin_times
where project_id = :'project' and queued_at >= :'from' and queued_at < :'until' and published_at is not null
group by 1 order by 1
