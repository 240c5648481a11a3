-- How do the projects of an organization compare, and how fresh are the numbers?
-- Parameters: organization, from, until.
-- Read: sums over the days; lag_s says for how many seconds facts may be missing at most: every other query can take it from analytics.projection_status, too.
select project_id, sum(pins_created) as created, sum(pins_published) as published, sum(pins_failed) as failed,
  round(100.0 * sum(pins_failed) / nullif(sum(pins_created), 0), 2) as failed_percent, sum(quota_consumed) - sum(quota_released) as units,
  (select round(lag_seconds::numeric, 1) from analytics.projection_status where projection = 'rollups' and state = 'serving') as lag_s
from analytics.project_days
where organization_id = :'organization' and begin_at >= :'from' and begin_at < :'until'
group by project_id order by created desc
