-- Which accounts are published to faster than the platform lets them?
-- Parameters: project, from, until: of the acceptance.
-- Read: seconds that pins of the account were ready and waited for their turn. A p90 of minutes says that the account has more to publish than its limit.
select account_id, count(*) as pins,
  round(percentile_cont(0.5) within group (order by pacing_ms)::numeric / 1000, 1) as p50_s,
  round(percentile_cont(0.9) within group (order by pacing_ms)::numeric / 1000, 1) as p90_s,
  sum(deferrals) as deferrals
from analytics.pin_times
where project_id = :'project' and queued_at >= :'from' and queued_at < :'until'
group by account_id order by p90_s desc
