import type { Pin } from 'pin-publishing';
import { memo } from 'react';
import { Link } from 'wouter';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import type { ChangedRows } from './use-row-changes';

interface PinRowProps {
  readonly place: number;
  readonly pin: Pin | undefined;
  readonly changed: ChangedRows;
  readonly names: ReadonlyMap<string, string>;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isSelected: boolean) => void;
  /** Pixels from the top of the list. */
  readonly start: number;
}

export const rowHeight = 44;
const longest = 120;

export const PinRow = memo(function PinRow({ place, pin, changed, names, selected, onSelect, start }: PinRowProps) {
  const style = { height: rowHeight, transform: `translateY(${start}px)` };
  if (pin === undefined)
    return (
      <div role="row" className="list-row" aria-rowindex={place + 1} style={style}>
        <span role="cell" />
        <span role="cell" className="quiet">
          …
        </span>
      </div>
    );
  const change = changed.get(pin.id);
  const isGone = change === 'gone';
  const present = change === undefined || isGone ? pin : change;
  const { id, title, status, platform_account_id: accountId, board_id: boardId, created_at: createdAt } = present;
  return (
    <div role="row" className={`list-row${isGone ? ' gone' : ''}`} aria-rowindex={place + 1} style={style}>
      <span role="cell">
        <input
          type="checkbox"
          aria-label={`Select ${title.slice(0, longest)}`}
          checked={selected.has(id)}
          disabled={isGone}
          onChange={({ target }) => onSelect(id, target.checked)}
        />
      </span>
      <span role="cell">
        <Link href={`/pins/${id}`}>
          <Text length={longest}>{title}</Text>
        </Link>
      </span>
      <span role="cell">{isGone ? <Badge>deleted</Badge> : <Badge>{status}</Badge>}</span>
      <span role="cell">
        <Text>{names.get(accountId) ?? '—'}</Text>
      </span>
      <span role="cell" className="quiet">
        {boardId}
      </span>
      <span role="cell">
        <Moment at={createdAt} />
      </span>
    </div>
  );
});
