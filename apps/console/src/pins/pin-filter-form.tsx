import type { Account } from 'pin-publishing';
import { useEffect, useState } from 'react';
import { ChoiceField, TextField } from '../shown/field';
import { accountName } from '../accounts/account-name';
import { Moment } from '../shown/moment';
import { filterSpans, pinOrders, pinStatuses, type PinFilters } from './pin-filters';

interface PinFilterFormProps {
  readonly filters: PinFilters;
  readonly accounts: readonly Account[];
  readonly onChange: (changes: PinFilters) => void;
}

const typingMs = 400;

/** Narrows the list; a text takes effect once typing rests. */
export function PinFilterForm({ filters, accounts, onChange }: PinFilterFormProps) {
  const [words, setWords] = useState(filters.q ?? '');
  useEffect(() => {
    if (words.trim() === (filters.q ?? '')) return undefined;
    const timer = setTimeout(() => onChange({ q: words.trim() }), typingMs);
    return () => clearTimeout(timer);
  });
  return (
    <search className="filters">
      <TextField label="Words" type="search" maxLength={200} value={words} onChange={({ target }) => setWords(target.value)} />
      <ChoiceField label="Status" value={filters.status ?? ''} onChange={({ target }) => onChange({ status: target.value })}>
        <option value="">All</option>
        {pinStatuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </ChoiceField>
      <ChoiceField label="Account" value={filters.account_id ?? ''} onChange={({ target }) => onChange({ account_id: target.value })}>
        <option value="">All</option>
        {accounts.map((account) => (
          <option key={account.id} value={account.id}>
            {accountName(account)}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField label="Order" value={filters.sort ?? 'created_at_desc'} onChange={({ target }) => onChange({ sort: target.value })}>
        {Object.entries(pinOrders).map(([sort, words]) => (
          <option key={sort} value={sort}>
            {words}
          </option>
        ))}
      </ChoiceField>
      {filters.error_code !== undefined && (
        <button type="button" onClick={() => onChange({ error_code: '' })}>
          Error {filters.error_code.slice(0, 64)} ✕
        </button>
      )}
      {filters.board_id !== undefined && (
        <button type="button" onClick={() => onChange({ board_id: '' })}>
          Board {filters.board_id.slice(0, 64)} ✕
        </button>
      )}
      {(Object.keys(filterSpans) as (keyof typeof filterSpans)[]).map((name) => {
        const [since, until] = filterSpans[name];
        if (filters[since] === undefined && filters[until] === undefined) return null;
        return (
          <button key={name} type="button" onClick={() => onChange({ [since]: '', [until]: '' })}>
            {name}{' '}
            {filters[since] !== undefined && (
              <>
                from <FilterMoment at={filters[since]} />
              </>
            )}{' '}
            {filters[until] !== undefined && (
              <>
                before <FilterMoment at={filters[until]} />
              </>
            )}{' '}
            ✕
          </button>
        );
      })}
    </search>
  );
}

/** What stands in the address, where it is a moment. */
const FilterMoment = ({ at }: { readonly at: string }) =>
  Number.isNaN(Date.parse(at)) ? <>{at.slice(0, 30)}</> : <Moment at={new Date(at)} />;
