import { useState } from 'react';
import { Link } from 'wouter';
import type { ListSchedulesQuery } from 'pin-publishing';
import { useReadMore } from '../data/use-read-more';
import { client } from '../session/client';
import { Empty } from '../shown/empty';
import { ChoiceField } from '../shown/field';
import { LoadedList } from '../shown/loaded-list';
import { Page } from '../shown/page';
import { useAddress } from '../shown/use-address';
import { ScheduleBulkActions } from './schedule-bulk-actions';
import { ScheduleDialog, type AskedOfSchedule } from './schedule-dialog';
import { ScheduleTable } from './schedule-table';

const statuses = ['scheduled', 'queued', 'deferred', 'running', 'done', 'failed', 'canceled'] as const;
const orders = { run_at_desc: 'Latest first', run_at_asc: 'Earliest first' } as const;

/** Every schedule, narrowed by its state. */
export function SchedulesPage() {
  const [search, change] = useAddress();
  const status = statuses.find((each) => each === search.get('status'));
  const sort = search.get('sort') === 'run_at_desc' ? 'run_at_desc' : 'run_at_asc';
  const query: ListSchedulesQuery = { sort, limit: 100, ...(status && { status }) };
  const reading = useReadMore(
    ['schedules', query],
    (cursor, signal) => client.schedules.list({ ...query, ...(cursor !== undefined && { cursor }) }, { signal }),
    ['schedule', 'pin'],
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<AskedOfSchedule | null>(null);
  const select = (id: string, isSelected: boolean): void =>
    setSelected((before) => new Set(isSelected ? [...before, id] : [...before].filter((each) => each !== id)));
  const leave = (ids: readonly string[]): void => setSelected((before) => new Set([...before].filter((each) => !ids.includes(each))));
  // What is not seen any more is not acted on.
  const seen = new Set((reading.data ?? []).map(({ id }) => id).filter((id) => selected.has(id)));
  const clear = (): void => {
    setSelected(new Set());
    void reading.refetch();
  };
  return (
    <Page title="Schedules" actions={<Link href="/calendar">Calendar</Link>}>
      <search className="filters">
        <ChoiceField label="State" value={status ?? ''} onChange={({ target }) => change({ status: target.value })}>
          <option value="">All</option>
          {statuses.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </ChoiceField>
        <ChoiceField label="Order" value={sort} onChange={({ target }) => change({ sort: target.value })}>
          {Object.entries(orders).map(([order, words]) => (
            <option key={order} value={order}>
              {words}
            </option>
          ))}
        </ChoiceField>
      </search>
      <ScheduleBulkActions selected={seen} onTried={leave} onDone={clear} />
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
              <button type="button" onClick={() => change({ status: '' })}>
                Show all schedules
              </button>
            </Empty>
          )
        }
      >
        {(items) => (
          <ScheduleTable schedules={items} selection={{ ids: selected, select }} ask={setAsked} onChange={() => void reading.refetch()} />
        )}
      </LoadedList>
      {asked && <ScheduleDialog asked={asked} onClose={() => setAsked(null)} onChange={() => void reading.refetch()} />}
    </Page>
  );
}
