import { Link } from 'wouter';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { countText } from '../shown/count-text';
import { Loaded } from '../shown/loaded';
import { useZone } from '../shown/zone';

/** What waits, and what became of the pins of the last 30 days. */
export function QueueCard() {
  const { permissions, user } = useMe();
  const zone = useZone(user.timezone);
  const summary = useRead(['summary', zone], (signal) => client.dashboard.getSummary({ tz: zone }, { signal }), {
    changes: ['pin'],
    isOff: !permissions.can_view_reports,
  });
  if (!permissions.can_view_reports) return null;
  return (
    <section className="card" aria-label="Queue">
      <h2>Queue</h2>
      <Loaded reading={summary} what="The queue">
        {({ queue, pins }) => (
          <>
            <dl className="numbers">
              {(['queued', 'deferred', 'publishing'] as const).map((status) => (
                <div key={status}>
                  <dt>
                    <Link href={`/pins?status=${status}`}>{status}</Link>
                  </dt>
                  <dd>{countText(queue[status])}</dd>
                </div>
              ))}
            </dl>
            <p className="quiet">
              Of the last 30 days: {countText(pins.by_status['published'] ?? 0)} published, {countText(pins.by_status['failed'] ?? 0)}{' '}
              failed
              {pins.success_rate !== null && `, ${(pins.success_rate * 100).toFixed(1)} % of those that ended were published`}.
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}
