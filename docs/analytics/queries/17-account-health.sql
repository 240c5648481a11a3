-- Which accounts need their owner?
-- Parameters: project, from, until: days in UTC.
-- Read: an account with a reconnect_reason publishes nothing until its user consents again; access_failures are pins that failed because of it; pacing_s is what a call waited for its turn on average.
select account.account_id, account.reconnect_reason, account.health_checked_at, account.token_expires_at, account.revoked_at,
  coalesce(sum(days.attempts), 0) as attempts, coalesce(sum(days.pins_published), 0) as published,
  coalesce(sum(days.access_failures), 0) as access_failures, coalesce(sum(days.rate_limited), 0) as rate_limited,
  round(sum(days.pacing_ms) / nullif(sum(days.attempts), 0) / 1000, 1) as pacing_s, max(days.position) as position
from analytics.account as account
left join analytics.account_days as days
  on days.project_id = :'project' and days.account_id = account.account_id and days.begin_at >= :'from' and days.begin_at < :'until'
where account.project_id = :'project'
group by account.account_id, account.reconnect_reason, account.health_checked_at, account.token_expires_at, account.revoked_at
order by access_failures desc, account.account_id
