-- Which webhooks need their owner?
-- Parameters: project, from, until: days in UTC.
-- Read: success is the share of attempts that were answered with 2xx, in percent; unanswered ones were not reached or too slow; exhausted events never arrived; one with a disabled_reason is sent nothing.
select webhook.webhook_id, webhook.disabled_reason, webhook.failing_since, coalesce(sum(days.events_requested), 0) as events,
  coalesce(sum(days.delivered), 0) as delivered, coalesce(sum(days.exhausted), 0) as exhausted,
  round(100.0 * (1 - sum(days.attempts_unanswered + days.attempts_refused) / nullif(sum(days.attempts), 0)), 1) as success,
  coalesce(sum(days.attempts_unanswered), 0) as unanswered, round(sum(days.attempts_ms) / nullif(sum(days.attempts), 0)) as average_ms,
  max(days.slowest_ms) as slowest_ms, max(days.position) as position
from analytics.webhook as webhook
left join analytics.webhook_days as days
  on days.project_id = :'project' and days.webhook_id = webhook.webhook_id and days.begin_at >= :'from' and days.begin_at < :'until'
where webhook.project_id = :'project'
group by webhook.webhook_id, webhook.disabled_reason, webhook.failing_since
order by success nulls last, webhook.webhook_id
