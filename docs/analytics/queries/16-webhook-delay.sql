-- How long after the event did a webhook hear of it?
-- Parameters: webhook, from, until: of the request.
-- Read: seconds from the event to the success of its delivery; attempts above 1 mean that the endpoint refused at first.
select attempt_count as attempts, count(*) as deliveries,
  round(percentile_cont(0.5) within group (order by extract(epoch from updated_at - occurred_at))::numeric, 2) as p50_s,
  round(percentile_cont(0.99) within group (order by extract(epoch from updated_at - occurred_at))::numeric, 2) as p99_s,
  max(position) as position
from analytics.webhook_delivery
where webhook_id = :'webhook' and status = 'delivered' and created_at >= :'from' and created_at < :'until'
group by attempt_count order by attempt_count
