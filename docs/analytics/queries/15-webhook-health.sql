-- Do webhooks arrive?
-- Parameters: project, from, until.
-- Read: per day; success is the share of calls that were answered with 2xx, in percent; exhausted events never arrived.
select (begin_at at time zone 'UTC')::date as day, deliveries_requested, deliveries_delivered, deliveries_exhausted, delivery_attempts,
  round(100.0 * (delivery_attempts - delivery_attempts_failed) / nullif(delivery_attempts, 0), 1) as success,
  round(1.0 * delivery_ms / nullif(delivery_attempts, 0)) as average_ms
from analytics.project_days
where project_id = :'project' and begin_at >= :'from' and begin_at < :'until'
order by begin_at
