import type { ReactNode } from 'react';
import { Badge } from './badge';
import { countText } from './count-text';
import { Wide } from './wide';

export interface MendableRow {
  /** The number that it is known by, where it has one. */
  readonly number: number | null;
  readonly title: ReactNode;
  readonly state?: string;
  readonly why: ReactNode;
  /** Nothing is wrong with it. */
  readonly isTaken?: boolean;
}

interface MendingTableProps {
  readonly label: string;
  /** What a row is, as `pin`. */
  readonly thing: string;
  readonly rows: readonly MendableRow[];
  readonly mended: ReadonlyMap<number, unknown>;
  readonly onMend: (place: number) => void;
}

/** What was sent, row by row with why it was refused, each to be mended where it stands. Their order is what they are known by. */
export function MendingTable({ label, thing, rows, mended, onMend }: MendingTableProps) {
  const hasStates = rows.some(({ state }) => state !== undefined);
  return (
    <Wide label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{`${thing.charAt(0).toUpperCase()}${thing.slice(1)}`}</th>
            <th scope="col">Title</th>
            {hasStates && <th scope="col">State</th>}
            <th scope="col">Why</th>
            <th scope="col">Mend</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, title, state, why, isTaken = false }, place) => (
            <tr key={place}>
              <td className="count">{number ?? '—'}</td>
              <td className="named">{title}</td>
              {hasStates && <td>{state !== undefined && <Badge>{state}</Badge>}</td>}
              <td>{mended.has(place) ? <strong>mended</strong> : why}</td>
              <td className="whole">
                {!isTaken && (
                  <button type="button" onClick={() => onMend(place)}>
                    Mend {thing} {number ?? place + 1}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

interface SendMendedProps {
  readonly thing: string;
  readonly count: number;
  readonly isBusy: boolean;
  readonly onSend: () => void;
}

/** Sends what was mended, and nothing else. */
export const SendMended = ({ thing, count, isBusy, onSend }: SendMendedProps) => (
  <>
    <button type="button" className="main" disabled={count === 0 || isBusy} onClick={onSend}>
      Send {countText(count)} mended {count === 1 ? thing : `${thing}s`}
    </button>
    <span role="status">{isBusy && 'At work …'}</span>
  </>
);
