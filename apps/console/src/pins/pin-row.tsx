import type { Pin } from 'pin-publishing';
import { memo } from 'react';
import { Link } from 'wouter';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

interface PinRowProps {
  readonly place: number;
  readonly pin: Pin | undefined;
  readonly isGone: boolean;
  readonly accountName: string | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (id: string, isSelected: boolean) => void;
  /** Pixels from the top of the list. */
  readonly start: number;
}

export const rowHeight = 44;
const longest = 120;

/** Drawn again only where something of the row itself is another. */
export const PinRow = memo(function PinRow({ place, pin, isGone, accountName, isSelected, onSelect, start }: PinRowProps) {
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
  const { id, title, status, board_id: boardId, created_at: createdAt } = pin;
  return (
    <div role="row" className={`list-row${isGone ? ' gone' : ''}`} aria-rowindex={place + 1} style={style}>
      <span role="cell">
        <input
          type="checkbox"
          aria-label={`Select ${title.slice(0, longest)}`}
          checked={isSelected}
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
        <Text>{accountName ?? '—'}</Text>
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
