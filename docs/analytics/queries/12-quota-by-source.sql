-- Who uses the quota: which way in, and which account?
-- Parameters: project, month (yyyy-mm).
-- Read: units consumed, those given back not taken off.
select source, account_id, count(*) as units
from analytics.quota_ledger
where project_id = :'project' and epoch = (select epoch from analytics.workspace where project_id = :'project') and month = :'month' and kind = 'consumed'
group by source, account_id order by units desc
