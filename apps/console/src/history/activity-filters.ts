import type { ListActivityQuery } from 'pin-publishing';
import { useSearchParams } from 'wouter';

const names = ['category', 'status', 'action', 'resource_type', 'resource_id', 'actor', 'since', 'until'] as const;
export type ActivityFilterName = (typeof names)[number];
export type ActivityFilters = Readonly<Partial<Record<ActivityFilterName, string>>>;

export const categories = ['publishing', 'integration', 'security', 'configuration', 'billing'] as const;
export const statuses = ['success', 'failed', 'queued', 'canceled'] as const;

/** What the activity is narrowed to, as the address says, and how to change it. */
export function useActivityFilters() {
  const [search, setSearch] = useSearchParams();
  const filters: ActivityFilters = Object.fromEntries(
    names.map((name) => [name, search.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  );
  const change = (changes: ActivityFilters): void => {
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
    setSearch(new URLSearchParams(next), { replace: true });
  };
  return { filters, change, clear: () => setSearch(new URLSearchParams(), { replace: true }) };
}

/** The list at one moment: what came later is counted, and waits. */
export const activityQuery = (filters: ActivityFilters, heldAt: Date): ListActivityQuery => ({
  ...(filters as ListActivityQuery),
  until: filters.until ?? heldAt,
  limit: 100,
});
