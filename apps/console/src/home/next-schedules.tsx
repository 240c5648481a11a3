import { Link } from 'wouter';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

const shownAtMost = 5;

/** What is published next by its time. */
export function NextSchedules() {
  const schedules = useRead(
    ['next-schedules'],
    (signal) => client.schedules.list({ status: 'scheduled', sort: 'run_at_asc', limit: shownAtMost }, { signal }),
    { changes: ['schedule', 'pin'] },
  );
  return (
    <section className="card" aria-label="Next by schedule">
      <h2>Next by schedule</h2>
      <Loaded reading={schedules} what="The schedules">
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="quiet">Nothing is scheduled.</p>
          ) : (
            <>
              <ul className="timeline">
                {items.map(({ id, run_at: runAt, payload }) => (
                  <li key={id}>
                    <Moment at={runAt} /> <Text length={80}>{payload.title}</Text>
                  </li>
                ))}
              </ul>
              {total !== null && total > items.length && (
                <p className="quiet">
                  and {total - items.length} later: <Link href="/calendar">calendar</Link>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}
