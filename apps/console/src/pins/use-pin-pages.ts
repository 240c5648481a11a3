import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Page, Pin } from 'pin-publishing';
import { useEffect, useMemo, useState } from 'react';
import { listenToChanges } from '../live/take-change';
import { client } from '../session/client';
import { endOfPresent, serverNow } from '../session/server-now';
import { useMe } from '../session/console-session';
import { withSession } from '../session/with-session';
import { listQueryOf, type PinFilters } from './pin-filters';

export const rowsOfPage = 100;
const settlingMs = 200;

const present = (): string => endOfPresent().toISOString();

export interface PinPages {
  readonly total: number | undefined;
  /** The row at a place; undefined while it is read. */
  rowAt(place: number): Pin | undefined;
  /** Every row of the pages around the window. */
  readonly loaded: readonly Pin[];
  readonly failure: unknown;
  retry(): void;
  /** Moment that the list stands at: what was created later is not in it. */
  readonly until: string;
  /** Takes in what was created since. */
  renew(): void;
}

/**
 * A list of any length, read by pages around the rows that are shown. It stands at one moment, so that rows keep their places while pins are created.
 */
export function usePinPages(filters: PinFilters, first: number, last: number): PinPages {
  const { active_project: project } = useMe();
  const queries = useQueryClient();
  const name = JSON.stringify(filters);
  const [held, setHeld] = useState(() => ({ name, until: present() }));
  if (held.name !== name) setHeld({ name, until: present() });
  const { until } = held;
  const indexes = useMemo(() => [...new Set([0, ...pagesBetween(first, last)])], [first, last]);
  const pages = useQueries({
    queries: indexes.map((index) => ({
      queryKey: [project.id, 'pin-page', name, until, index],
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Page<Pin>> =>
        withSession(() => client.pins.list({ ...listQueryOf(filters, until), limit: rowsOfPage, offset: index * rowsOfPage }, { signal })),
      staleTime: Infinity,
      refetchOnWindowFocus: false,
    })),
  });
  useEffect(
    () =>
      listenToChanges((changes) => {
        // Pages that were scrolled away are read anew when they come back.
        if (changes === 'all' || changes.some(({ type }) => type === 'pin'))
          queries.removeQueries({ queryKey: [project.id, 'pin-page'], type: 'inactive' });
      }),
    [queries, project.id],
  );
  useEffect(() => {
    // What was created between the first read and that second is in none of them yet.
    const again = (): void => void queries.invalidateQueries({ queryKey: [project.id, 'pin-page', name, until] });
    const timer = setTimeout(again, Math.max(0, Date.parse(until) - serverNow().getTime()) + settlingMs);
    return () => clearTimeout(timer);
  }, [queries, project.id, name, until]);
  const byIndex = useMemo(() => new Map(indexes.map((index, at) => [index, pages[at]])), [indexes, pages]);
  const failed = pages.find(({ error }) => error !== null);
  return {
    total: pages[0]?.data?.total ?? undefined,
    rowAt: (place) => byIndex.get(Math.floor(place / rowsOfPage))?.data?.items[place % rowsOfPage],
    loaded: pages.flatMap(({ data }) => data?.items ?? []),
    failure: failed?.error ?? undefined,
    retry: () => pages.filter(({ error }) => error !== null).forEach(({ refetch }) => void refetch()),
    until,
    renew() {
      setHeld({ name, until: present() });
      queries.removeQueries({ queryKey: [project.id, 'pin-page'], type: 'inactive' });
    },
  };
}

const pagesBetween = (first: number, last: number): number[] => {
  const [from, to] = [Math.floor(first / rowsOfPage), Math.floor(last / rowsOfPage)];
  return Array.from({ length: Math.max(0, to - from) + 1 }, (_, step) => from + step);
};
