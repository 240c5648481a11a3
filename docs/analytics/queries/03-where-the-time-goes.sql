-- What do published pins wait for?
-- Parameters: project, from, until: of the acceptance.
-- Read: the average seconds of each wait; they add up to total_s. pacing: for a turn and for tokens; backoff: put off after a deferral; calling: the
-- platform's own time; unknown: until the board told what became of a lost answer; failed: until somebody retried.
select source, count(*) as pins,
  round(avg(pacing_ms) / 1000, 2) as pacing_s, round(avg(backoff_ms) / 1000, 2) as backoff_s, round(avg(video_ms) / 1000, 2) as video_s,
  round(avg(calling_ms) / 1000, 2) as calling_s, round(avg(unknown_ms) / 1000, 2) as unknown_s, round(avg(failed_ms) / 1000, 2) as failed_s,
  round(avg(total_ms) / 1000, 2) as total_s
from analytics.pin_times
where project_id = :'project' and queued_at >= :'from' and queued_at < :'until' and published_at is not null
group by source order by pins desc
