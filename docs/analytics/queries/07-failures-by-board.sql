-- On which boards do pins fail, and why?
-- Parameters: project, from, until: of the attempt.
-- Read: one row a board and reason, with the newest attempt that failed so and the fact that says it.
select board_id, error_code, count(*) as attempts, max(ended_at) as newest,
  (array_agg(outcome_event_id order by position desc))[1] as newest_event_id
from analytics.pin_attempts
where project_id = :'project' and started_at >= :'from' and started_at < :'until' and outcome = 'failed'
group by board_id, error_code order by attempts desc limit 50
