-- Which facts are behind the failures of a day?
-- Parameters: project, from, until: of the acceptance.
-- Read: place in the project's provable history (leaf_index), place in the log (position) and what happened; the export of the history has the rest.
select tree_id, leaf_index, position, event_id, stream, revision, type, recorded_at
from analytics.audit_facts
where event_id = any (array(
  select event_id from analytics.pin_times
  where project_id = :'project' and queued_at >= :'from' and queued_at < :'until' and phase = 'failed'
  limit 1000))
order by position
