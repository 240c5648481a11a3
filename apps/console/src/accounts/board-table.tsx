import type { Board } from 'pin-publishing';
import { useState } from 'react';
import { Link } from 'wouter';
import { countText } from '../shown/count-text';
import { Empty } from '../shown/empty';
import { TextField } from '../shown/field';
import { Text } from '../shown/text';
import { Wide } from '../shown/wide';
import { BoardActions, type AskedOfBoard } from './board-actions';

interface BoardTableProps {
  readonly accountId: string;
  readonly boards: readonly Board[];
  readonly ask: (asked: AskedOfBoard) => void;
}

/** An account may have tens of thousands: so many are drawn, and as many more at a time. */
const drawnAtOnce = 100;

/** Boards, each leading to its pins; of many, those whose name has a text. */
export function BoardTable({ accountId, boards, ask }: BoardTableProps) {
  const [text, setText] = useState('');
  const [most, setMost] = useState(drawnAtOnce);
  const wanted = text.trim().toLocaleLowerCase();
  const found = wanted === '' ? boards : boards.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const drawn = found.slice(0, most);
  return (
    <>
      {boards.length > drawnAtOnce && (
        <search className="filters">
          <TextField label="Name has" type="search" value={text} onChange={({ target }) => setText(target.value)} />
          <p role="status">
            {countText(drawn.length)} of {countText(found.length)} boards
          </p>
        </search>
      )}
      {found.length === 0 ? (
        <Empty title="No board matches.">
          <button type="button" onClick={() => setText('')}>
            Show all boards
          </button>
        </Empty>
      ) : (
        <Wide label="The boards">
          <table>
            <thead>
              <tr>
                <th scope="col">Board</th>
                <th scope="col">Seen by</th>
                <th scope="col">Pins there</th>
                <th scope="col">Pins of this project</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {drawn.map((board) => (
                <BoardRow key={board.id} {...{ accountId, board, ask }} />
              ))}
            </tbody>
          </table>
        </Wide>
      )}
      {found.length > drawn.length && (
        <p>
          <button type="button" onClick={() => setMost(most + drawnAtOnce)}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

interface BoardRowProps extends Omit<BoardTableProps, 'boards'> {
  readonly board: Board;
}

function BoardRow({ accountId, board, ask }: BoardRowProps) {
  const { id, name, privacy, pin_count: count } = board;
  return (
    <tr>
      <td>
        <Text length={180}>{name}</Text>
      </td>
      <td>{privacy.toLowerCase()}</td>
      <td className="count">{count === null ? '—' : countText(count)}</td>
      <td>
        <Link href={`/pins?account_id=${accountId}&board_id=${encodeURIComponent(id)}`} aria-label={`Show pins on ${name.slice(0, 80)}`}>
          Show
        </Link>
      </td>
      <td>
        <BoardActions board={board} ask={ask} />
      </td>
    </tr>
  );
}
