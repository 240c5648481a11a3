import type { CalendarDay } from 'pin-publishing';
import { useState } from 'react';
import { Link } from 'wouter';
import { useReadMore } from '../data/use-read-more';
import { client } from '../session/client';
import { countText } from '../shown/count-text';
import { Empty } from '../shown/empty';
import { LoadedList } from '../shown/loaded-list';
import { dayText } from './month';
import { ScheduleDialog, type AskedOfSchedule } from './schedule-dialog';
import { ScheduleTable } from './schedule-table';

/** Each schedule of a day by its time, and why some of them would go out late. */
export function DayAgenda({ day }: { readonly day: CalendarDay }) {
  const { start: since, end: until, slipping_by_reason: reasons } = day;
  const reading = useReadMore(
    ['agenda', since.getTime(), until.getTime()],
    (cursor, signal) =>
      client.schedules.list({ since, until, sort: 'run_at_asc', limit: 100, ...(cursor !== undefined && { cursor }) }, { signal }),
    ['schedule', 'pin'],
  );
  const [asked, setAsked] = useState<AskedOfSchedule | null>(null);
  return (
    <section aria-label={dayText(day.date)}>
      <h2>{dayText(day.date)}</h2>
      {Object.entries(reasons).map(([reason, count]) => (
        <p key={reason}>
          {countText(count)} would go out late: <code>{reason}</code>
        </p>
      ))}
      <LoadedList
        reading={reading}
        what="The schedules of the day"
        empty={
          <Empty title="Nothing is due on this day.">
            <Link href="/pins/new" className="button">
              Schedule a pin
            </Link>
          </Empty>
        }
      >
        {(items) => <ScheduleTable schedules={items} ask={setAsked} onChange={() => void reading.refetch()} />}
      </LoadedList>
      {asked && <ScheduleDialog asked={asked} onClose={() => setAsked(null)} onChange={() => void reading.refetch()} />}
    </section>
  );
}
