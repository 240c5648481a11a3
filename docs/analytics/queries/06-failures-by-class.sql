-- Whose turn is it with the pins that failed?
-- Parameters: project, from, until: of the acceptance.
-- Read: content: the author; access: the owner of the account; platform: nobody here; internal: the operator. share is of all pins of the period, in percent.
-- Pins that were retried and published since are not in it.
with pins as (
  select phase, error_class from analytics.pin_times
  where project_id = :'project' and queued_at >= :'from' and queued_at < :'until')
select error_class, count(*) as failed, round(100.0 * count(*) / (select count(*) from pins), 2) as share
from pins where phase = 'failed'
group by error_class order by failed desc
