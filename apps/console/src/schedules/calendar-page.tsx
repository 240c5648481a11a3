import { Link, useSearchParams } from 'wouter';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { serverNow } from '../session/server-now';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { useZone } from '../shown/zone';
import { DayAgenda } from './day-agenda';
import { DayGrid } from './day-grid';
import { dayAt, isDay, monthOf, monthText } from './month';

/** Schedules of a month by the days of the chosen zone, with what would slip and where the quota ends; of one day each schedule. */
export function CalendarPage() {
  const zone = useZone(useMe().user.timezone);
  const [search] = useSearchParams();
  const today = dayAt(serverNow(), zone);
  const asked = search.get('day') ?? '';
  const chosen = isDay(asked) ? asked : today;
  const { first, before, after } = monthOf(chosen);
  const range = { start: `${first}T00:00:00`, ...(after !== null && { end: `${after}T00:00:00` }), tz: zone };
  const calendar = useRead(['calendar', first, zone], (signal) => client.schedules.getCalendar(range, { signal }), {
    changes: ['schedule', 'pin'],
  });
  const day = calendar.data?.days.find(({ date }) => date === chosen);
  return (
    <Page
      title="Calendar"
      actions={
        <>
          {before !== null && <Link href={`/calendar?day=${before}`}>Month before</Link>}
          <Link href="/calendar">Today</Link>
          {after !== null && <Link href={`/calendar?day=${after}`}>Month after</Link>}
          <Link href="/schedules">As a list</Link>
        </>
      }
    >
      <h2>
        {monthText(first)} <span className="quiet">({zone})</span>
      </h2>
      <Loaded reading={calendar} what="The calendar">
        {({ days, quota_exhausted_at: exhaustedAt, forecast_until: forecastUntil }) => (
          <>
            {exhaustedAt !== null && (
              <p className="notice" role="status">
                The last unit of quota is taken at <Moment at={exhaustedAt} />: what is due later waits for the next month, or for{' '}
                <Link href="/billing">a larger plan</Link>.
              </p>
            )}
            {forecastUntil !== null && (
              <p className="quiet">
                From <Moment at={forecastUntil} /> on nothing is forecast: more than ten thousand are due before.
              </p>
            )}
            <DayGrid days={days} chosen={chosen} today={today} />
          </>
        )}
      </Loaded>
      {day && <DayAgenda key={`${day.date} ${zone}`} day={day} />}
    </Page>
  );
}
