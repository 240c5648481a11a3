-- Which accounts need their owner?
-- Parameters: project, from, until: of the acceptance of the pins.
-- Read: an account with a reconnect_reason publishes nothing until its user consents again; access_failures are pins that failed because of it.
select account.account_id, account.reconnect_reason, account.health_checked_at, account.token_expires_at, account.revoked_at,
  coalesce(pins.pins, 0) as pins, coalesce(pins.access_failures, 0) as access_failures
from analytics.account as account
left join (
  select account_id, count(*) as pins, count(*) filter (where phase = 'failed' and error_class = 'access') as access_failures
  from analytics.pin_times
  where project_id = :'project' and queued_at >= :'from' and queued_at < :'until'
  group by account_id) as pins using (account_id)
where account.project_id = :'project'
order by access_failures desc, account.account_id
