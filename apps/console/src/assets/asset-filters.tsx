import type { ListAssetsQuery } from 'pin-publishing';
import { ChoiceField, TextField } from '../shown/field';
import { useAddress } from '../shown/use-address';

const kinds = ['image', 'video'] as const;
const uses = { true: 'in use', false: 'not in use' } as const;
const orders = {
  created_at_desc: 'Newest first',
  created_at_asc: 'Oldest first',
  size_desc: 'Largest first',
  name_asc: 'By name',
} as const;
const names = ['q', 'asset_type', 'in_use'] as const;

/** What the list of files is narrowed to by the address, and how to change it. */
export function useAssetFilters() {
  const [search, change] = useAddress();
  const q = search.get('q')?.slice(0, 200) ?? '';
  const kind = kinds.find((each) => each === search.get('asset_type'));
  const use = search.get('in_use');
  const sort = Object.keys(orders).find((each) => each === search.get('sort')) as keyof typeof orders | undefined;
  const query: ListAssetsQuery = {
    sort: sort ?? 'created_at_desc',
    ...(q !== '' && { q }),
    ...(kind && { asset_type: kind }),
    ...((use === 'true' || use === 'false') && { in_use: use === 'true' }),
  };
  return {
    query,
    change,
    isNarrowed: names.some((name) => name in query),
    all: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  };
}

type AssetFilters = ReturnType<typeof useAssetFilters>;

export const AssetFilterForm = ({ query, change }: Pick<AssetFilters, 'query' | 'change'>) => (
  <search className="filters">
    <TextField label="Name" type="search" maxLength={200} value={query.q ?? ''} onChange={({ target }) => change({ q: target.value })} />
    <ChoiceField label="Kind" value={query.asset_type ?? ''} onChange={({ target }) => change({ asset_type: target.value })}>
      <option value="">All</option>
      {kinds.map((kind) => (
        <option key={kind}>{kind}</option>
      ))}
    </ChoiceField>
    <ChoiceField label="Use" value={String(query.in_use ?? '')} onChange={({ target }) => change({ in_use: target.value })}>
      <option value="">All</option>
      {Object.entries(uses).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </ChoiceField>
    <ChoiceField label="Order" value={query.sort} onChange={({ target }) => change({ sort: target.value })}>
      {Object.entries(orders).map(([order, words]) => (
        <option key={order} value={order}>
          {words}
        </option>
      ))}
    </ChoiceField>
  </search>
);
