-- What became of the imports?
-- Parameters: project, from, until: of the acceptance.
-- Read: one row an import; share is of its rows that failed, in percent. Its facts are in the stream import-<job_id>.
select job_id, source_type, status, accepted_at, ended_at - accepted_at as took, total_rows, created_rows, existing_rows, failed_rows,
  round(100.0 * failed_rows / nullif(total_rows, 0), 1) as share, accepted_position, position
from analytics.import_job
where project_id = :'project' and accepted_at >= :'from' and accepted_at < :'until'
order by accepted_position
