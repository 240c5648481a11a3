-- At which hours of the day is a project busy?
-- Parameters: project, from, until.
-- Read: hours in UTC; a_day is the average of the days that had the hour at all.
select extract(hour from begin_at at time zone 'UTC')::int as hour, sum(pins_created) as created, sum(pins_published) as published,
  round(avg(pins_created), 1) as a_day
from analytics.project_hours
where project_id = :'project' and begin_at >= :'from' and begin_at < :'until'
group by 1 order by 1
