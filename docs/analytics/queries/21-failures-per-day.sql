-- Which failures become more from day to day?
-- Parameters: project, from, until: days in UTC.
-- Read: one row a day and class, with its reasons; content is the author's turn, access the owner's of the account, platform nobody's here, internal the operator's. position is that of the newest fact behind the row.
select (begin_at at time zone 'UTC')::date as day, error_class, sum(pins_failed) as failed, sum(pins_deferred) as deferred,
  count(distinct account_id) as accounts, string_agg(distinct error_code, ' ') as reasons, max(position) as position
from analytics.failure_days
where project_id = :'project' and begin_at >= :'from' and begin_at < :'until'
group by begin_at, error_class order by begin_at, failed desc, error_class
