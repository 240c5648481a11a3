import { queryClient } from './query-client';

/** Lists that hold what was just deleted are read anew when they are shown next, and at once where they are shown. `names` are what their keys begin with. */
export function forgetLists(names: readonly string[]): void {
  const predicate = ({ queryKey: [, name] }: { readonly queryKey: readonly unknown[] }): boolean => names.includes(String(name));
  queryClient.removeQueries({ predicate, type: 'inactive' });
  void queryClient.invalidateQueries({ predicate });
}
