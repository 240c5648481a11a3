import { Link, useSearchParams } from 'wouter';
import type { ListSchedulesQuery } from 'pin-publishing';
import { useReadMore } from '../data/use-read-more';
import { client } from '../session/client';
import { Empty } from '../shown/empty';
import { ChoiceField } from '../shown/field';
import { LoadedList } from '../shown/loaded-list';
import { Page } from '../shown/page';
import { ScheduleTable } from './schedule-table';

const statuses = ['scheduled', 'queued', 'deferred', 'running', 'done', 'failed', 'canceled'] as const;
const orders = { run_at_desc: 'Latest first', run_at_asc: 'Earliest first' } as const;

/** Every schedule, narrowed by its state. */
export function SchedulesPage() {
  const [search, setSearch] = useSearchParams();
  const status = statuses.find((each) => each === search.get('status'));
  const sort = search.get('sort') === 'run_at_desc' ? 'run_at_desc' : 'run_at_asc';
  const query: ListSchedulesQuery = { sort, limit: 100, ...(status && { status }) };
  const reading = useReadMore(
    ['schedules', query],
    (cursor, signal) => client.schedules.list({ ...query, ...(cursor !== undefined && { cursor }) }, { signal }),
    ['schedule', 'pin'],
  );
  const set = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Page title="Schedules" actions={<Link href="/calendar">Calendar</Link>}>
      <search className="filters">
        <ChoiceField label="State" value={status ?? ''} onChange={({ target }) => set('status', target.value)}>
          <option value="">All</option>
          {statuses.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </ChoiceField>
        <ChoiceField label="Order" value={sort} onChange={({ target }) => set('sort', target.value)}>
          {Object.entries(orders).map(([order, words]) => (
            <option key={order} value={order}>
              {words}
            </option>
          ))}
        </ChoiceField>
      </search>
      <LoadedList
        reading={reading}
        what="The schedules"
        empty={
          status === undefined ? (
            <Empty title="Nothing is scheduled.">
              <Link href="/pins/new" className="button main">
                Schedule a pin
              </Link>
            </Empty>
          ) : (
            <Empty title="No schedule matches.">
              <button type="button" onClick={() => set('status', '')}>
                Show all schedules
              </button>
            </Empty>
          )
        }
      >
        {(items) => <ScheduleTable schedules={items} onChange={() => void reading.refetch()} />}
      </LoadedList>
    </Page>
  );
}
