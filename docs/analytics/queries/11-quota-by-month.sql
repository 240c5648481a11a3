-- How much of the quota was used in a month?
-- Parameters: project, month (yyyy-mm).
-- Read: used is consumed less given back. Compare it with the plan's limit; position is the newest entry that is counted.
select month, count(*) filter (where kind = 'consumed') as consumed, count(*) filter (where kind = 'released') as given_back,
  count(*) filter (where kind = 'consumed') - count(*) filter (where kind = 'released') as used, max(position) as position
from analytics.quota_ledger
where project_id = :'project' and epoch = (select epoch from analytics.workspace where project_id = :'project') and month = :'month'
group by month
