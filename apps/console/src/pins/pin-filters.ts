import type { ListPinsQuery } from 'pin-publishing';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';

export const pinStatuses = ['queued', 'deferred', 'publishing', 'published', 'failed'] as const;
export const pinOrders = {
  created_at_desc: 'Newest first',
  created_at_asc: 'Oldest first',
  published_at_desc: 'Last published first',
  title_asc: 'By title',
} as const;

/** Moments that a list may be narrowed to, which a report leads to. */
export const filterSpans = {
  Created: ['since', 'until'],
  Published: ['published_since', 'published_until'],
  Failed: ['failed_since', 'failed_until'],
} as const;

const names = ['status', 'account_id', 'board_id', 'error_code', 'q', 'sort', ...Object.values(filterSpans).flat()] as const;
type FilterName = (typeof names)[number];
export type PinFilters = Readonly<Partial<Record<FilterName, string>>>;

/** What the list is narrowed to, which stands in the address, so that it can be sent to somebody and gone back to. */
export function usePinFilters(): readonly [filters: PinFilters, change: (changes: PinFilters) => void] {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const filters = useMemo(() => filtersIn(new URLSearchParams(text)), [text]);
  const change = (changes: PinFilters): void => {
    const next = { ...filters, ...changes };
    setSearch(new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')), { replace: true });
  };
  return [filters, change];
}

const filtersIn = (search: URLSearchParams): PinFilters =>
  Object.fromEntries(names.map((name) => [name, search.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''));

/** The same as the service takes it, of a list that stands at a moment. */
export function listQueryOf(filters: PinFilters, at: string): ListPinsQuery {
  const { until = at } = filters;
  // A text that is no moment goes as it is: the service says what is wrong with it.
  return { ...filters, until: Date.parse(until) > Date.parse(at) ? at : until } as ListPinsQuery;
}

/** What was created since a moment, and belongs into the list. */
export const newerQueryOf = (filters: PinFilters, at: string): ListPinsQuery | null => {
  const { since, until } = filters;
  if (until !== undefined && !(Date.parse(until) > Date.parse(at))) return null;
  return { ...filters, since: since !== undefined && Date.parse(since) > Date.parse(at) ? since : at } as ListPinsQuery;
};

/** Whether anything is left out. */
export const isNarrowed = (filters: PinFilters): boolean => Object.keys(filters).some((name) => name !== 'sort');
