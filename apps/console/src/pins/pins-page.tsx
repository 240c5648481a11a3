import type { Account } from 'pin-publishing';
import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import { useAccounts } from '../accounts/use-accounts';
import { useMe } from '../session/console-session';
import { countText } from '../shown/count-text';
import { Empty } from '../shown/empty';
import { Page } from '../shown/page';
import { PinBulkActions } from './pin-bulk-actions';
import { PinFilterForm } from './pin-filter-form';
import { isNarrowed, usePinFilters, type PinFilters } from './pin-filters';
import { PinTable } from './pin-table';
import { useNewerCount } from './use-newer-count';
import type { PinPages } from './use-pin-pages';

const none: readonly Account[] = [];
const nothing: ReadonlySet<string> = new Set();

export function PinsPage() {
  const { permissions } = useMe();
  const [filters, change] = usePinFilters();
  const accounts = useAccounts().data ?? none;
  const [selected, setSelected] = useState(nothing);
  const select = useCallback((id: string, isSelected: boolean): void => {
    setSelected((before) => new Set(isSelected ? [...before, id] : [...before].filter((each) => each !== id)));
  }, []);
  const clear = (): void => setSelected(nothing);
  const leave = (ids: readonly string[]): void => setSelected((before) => new Set([...before].filter((each) => !ids.includes(each))));
  const narrow: typeof change = (to) => {
    // What the list does not hold any more is not acted on.
    clear();
    change(to);
  };

  return (
    <Page title="Pins" actions={permissions.can_publish && <NewPinLinks />}>
      <PinFilterForm filters={filters} accounts={accounts} onChange={narrow} />
      <PinBulkActions selected={selected} onTried={leave} onDone={clear} />
      <PinTable {...{ filters, accounts, selected }} onSelect={select}>
        {(pages) => <AboveRows {...{ filters, pages }} onAll={() => narrow(without(filters))} />}
      </PinTable>
    </Page>
  );
}

const NewPinLinks = () => (
  <>
    <Link href="/pins/many" className="button">
      Many at once
    </Link>
    <NewPinLink />
  </>
);

const NewPinLink = () => (
  <Link href="/pins/new" className="button main">
    New pin
  </Link>
);

interface AboveRowsProps {
  readonly filters: PinFilters;
  readonly pages: PinPages;
  readonly onAll: () => void;
}

/** How many pins are newer than the list, or why it has no rows. */
function AboveRows({ filters, pages, onAll }: AboveRowsProps) {
  const { permissions } = useMe();
  const newer = useNewerCount(filters, pages.until);
  const { total, failure, renew } = pages;
  return (
    <>
      <div role="status">
        {newer > 0 && (
          <button type="button" onClick={renew}>
            {countText(newer)} new {newer === 1 ? 'pin' : 'pins'}: show
          </button>
        )}
        {total === undefined && failure === undefined && <p className="waiting">The pins: loading …</p>}
      </div>
      {total === 0 && isNarrowed(filters) && (
        <Empty title="No pin matches.">
          <button type="button" onClick={onAll}>
            Show all pins
          </button>
        </Empty>
      )}
      {total === 0 && !isNarrowed(filters) && (
        <Empty title="There are no pins yet.">
          {permissions.can_publish ? <NewPinLink /> : <p>Billing does not accept new ones at present: see Usage.</p>}
        </Empty>
      )}
    </>
  );
}

const without = (filters: PinFilters): PinFilters => Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
