import { useVirtualizer } from '@tanstack/react-virtual';
import type { Account, Pin } from 'pin-publishing';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { accountName } from '../accounts/account-name';
import { countText } from '../shown/count-text';
import { Failure } from '../shown/failure';
import type { PinFilters } from './pin-filters';
import { PinRow, rowHeight } from './pin-row';
import { usePinPages, type PinPages } from './use-pin-pages';
import { useRowChanges } from './use-row-changes';

interface PinTableProps {
  readonly filters: PinFilters;
  readonly accounts: readonly Account[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isSelected: boolean) => void;
  /** What is shown above the rows, or in their place where there are none. */
  readonly children: (pages: PinPages) => ReactNode;
}

const restMs = 80;

/** Every pin of a list in a window of its own: only rows that can be seen are there, and only their pages are read. */
export function PinTable({ filters, accounts, selected, onSelect, children }: PinTableProps) {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const pages = usePinPages(filters, range.first, range.last);
  const { total = 0, until } = pages;
  const list = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: total, getScrollElement: () => list.current, estimateSize: () => rowHeight, overscan: 8 });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    const timer = setTimeout(() => setRange({ first, last }), restMs);
    return () => clearTimeout(timer);
  }, [first, last]);
  useEffect(() => {
    list.current?.scrollTo(0, 0);
  }, [until]);

  const shown = items.map(({ index }) => pages.rowAt(index)).filter((row): row is Pin => row !== undefined);
  const changed = useRowChanges(until, shown, pages.loaded);
  const names = useMemo(() => new Map(accounts.map((account) => [account.id, accountName(account)])), [accounts]);

  return (
    <>
      {children(pages)}
      {pages.failure !== undefined && <Failure error={pages.failure} what="The pins could not be read" onRetry={pages.retry} />}
      {total > 0 && (
        <div className="list" ref={list} role="table" aria-label="Pins" aria-rowcount={total} tabIndex={0}>
          <div role="rowgroup" className="list-rows" style={{ height: rows.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const read = pages.rowAt(index);
              const change = read && changed.get(read.id);
              const isGone = change === 'gone';
              const pin = change === undefined || isGone ? read : change;
              const of = { pin, isGone, accountName: pin && names.get(pin.platform_account_id), isSelected: !!pin && selected.has(pin.id) };
              return <PinRow key={index} {...of} {...{ place: index, onSelect, start }} />;
            })}
          </div>
        </div>
      )}
      {pages.total !== undefined && total > 0 && (
        <p className="quiet" role="status">
          {countText(total)} {total === 1 ? 'pin' : 'pins'}
        </p>
      )}
    </>
  );
}
