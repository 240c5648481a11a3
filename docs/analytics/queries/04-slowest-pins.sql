-- Which pins took longest, and which facts prove it?
-- Parameters: project, from, until: of the acceptance.
-- Read: one row a pin, the slowest first. queued_event_id and event_id are the first and the newest fact of the time: ask analytics.audit_facts, or the
-- history of the project, for them.
select pin_id, phase, queued_at, published_at, total_ms, pacing_ms, backoff_ms, unknown_ms, failed_ms, attempts, queued_event_id, event_id, position
from analytics.pin_times
where project_id = :'project' and queued_at >= :'from' and queued_at < :'until'
order by total_ms desc limit 20
