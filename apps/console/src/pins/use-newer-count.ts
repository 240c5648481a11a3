import { useQuery } from '@tanstack/react-query';
import { useLive } from '../live/live-state';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { newerQueryOf, type PinFilters } from './pin-filters';

/** How many pins that belong into the list were created since the moment that it stands at. */
export function useNewerCount(filters: PinFilters, since: string): number {
  const { active_project: project } = useMe();
  const newer = newerQueryOf(filters, since);
  const isLive = useLive().kind === 'live';
  const { data } = useQuery({
    queryKey: [project.id, 'newer-pins', filters, since],
    queryFn: ({ signal }) => client.pins.list({ ...newer, limit: 1 }, { signal }),
    enabled: newer !== null,
    meta: { changes: ['pin'] },
    refetchInterval: isLive ? false : 10_000,
  });
  return data?.total ?? 0;
}
