import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useReadMore } from '../data/use-read-more';
import { useLive } from '../live/live-state';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { endOfPresent, serverNow } from '../session/server-now';
import { Empty } from '../shown/empty';
import { LoadedList } from '../shown/loaded-list';
import { Page } from '../shown/page';
import { ActivityFilterForm } from './activity-filter-form';
import { activityQuery, useActivityFilters, type ActivityFilters } from './activity-filters';
import { ActivityTable } from './activity-table';
import { HistoryTabs } from './history-tabs';

/** Every kind of change that the stream tells of may be an entry. */
const changes = 'pin schedule account board import asset webhook api_key project organization billing profile session second_factor'.split(
  ' ',
);
const countedAtMost = 200;
const settlingMs = 300;
/** How long something that happened before the list's moment may still be written into it. */
const lateMs = 60_000;

/** What happened, in words, the newest first. */
export function ActivityPage() {
  const { filters, change, clear } = useActivityFilters();
  const [heldAt, setHeldAt] = useState(endOfPresent);
  const query = activityQuery(filters, heldAt);
  const [settledAt, setSettledAt] = useState<Date | null>(null);
  const reading = useReadMore(
    ['activity', filters, heldAt.getTime()],
    (cursor, signal) => client.activity.list({ ...query, ...(cursor !== undefined && { cursor }) }, { signal }),
    // Later ones do not move it: what is read again is what was written late.
    settledAt === heldAt ? [] : changes,
  );
  const { refetch } = reading;
  useEffect(() => {
    // What happened between the first read and that moment is in it too.
    const timer = setTimeout(() => void refetch(), Math.max(0, heldAt.getTime() - serverNow().getTime()) + settlingMs);
    const late = setTimeout(() => setSettledAt(heldAt), lateMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
    };
  }, [heldAt, refetch]);
  const newer = useNewerEntries(filters, heldAt);
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Page title="Activity">
      <HistoryTabs />
      <ActivityFilterForm filters={filters} onChange={change} />
      <div role="status">
        {newer > 0 && (
          <button type="button" className="main" onClick={() => setHeldAt(endOfPresent())}>
            {newer >= countedAtMost ? `${countedAtMost} and more` : newer} new: show
          </button>
        )}
      </div>
      <LoadedList
        reading={reading}
        what="The activity"
        empty={
          <Empty title={isNarrowed ? 'Nothing that happened matches.' : 'Nothing happened yet.'}>
            {isNarrowed ? (
              <button type="button" onClick={clear}>
                Show all activity
              </button>
            ) : (
              <p>What people, keys and the service do in this project stands here.</p>
            )}
          </Empty>
        }
      >
        {(items) => <ActivityTable entries={items} />}
      </LoadedList>
    </Page>
  );
}

// The service's clock tells whole seconds: what happened within this one belongs in the list too.

/** How many entries came after the moment that the list stands at. */
function useNewerEntries(filters: ActivityFilters, heldAt: Date): number {
  const { active_project: project } = useMe();
  const isLive = useLive().kind === 'live';
  const { data } = useQuery({
    queryKey: [project.id, 'newer-activity', filters, heldAt.getTime()],
    queryFn: ({ signal }) =>
      client.activity.list({ ...activityQuery(filters, heldAt), until: undefined, since: heldAt, limit: countedAtMost }, { signal }),
    meta: { changes },
    enabled: filters.until === undefined,
    refetchInterval: isLive ? false : 10_000,
  });
  return filters.until === undefined ? (data?.items.length ?? 0) : 0;
}
