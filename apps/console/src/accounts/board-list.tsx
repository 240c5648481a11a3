import { useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../session/console-session';
import { countText } from '../shown/count-text';
import { Empty } from '../shown/empty';
import { Loaded } from '../shown/loaded';
import { Text } from '../shown/text';
import { Wide } from '../shown/wide';
import { NewBoardDialog } from './new-board-dialog';
import { useBoards } from './use-accounts';

/** The boards of an account, each leading to its pins. */
export function BoardList({ accountId }: { readonly accountId: string }) {
  const { permissions } = useMe();
  const boards = useBoards(accountId);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Loaded reading={boards} what="The boards">
        {(all) =>
          all.length === 0 ? (
            <Empty title="The account has no boards.">
              <p>A pin needs one.</p>
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
                  </tr>
                </thead>
                <tbody>
                  {all.map(({ id, name, privacy, pin_count: count }) => (
                    <tr key={id}>
                      <td>
                        <Text length={180}>{name}</Text>
                      </td>
                      <td>{privacy.toLowerCase()}</td>
                      <td className="count">{count === null ? '—' : countText(count)}</td>
                      <td>
                        <Link
                          href={`/pins?account_id=${accountId}&board_id=${encodeURIComponent(id)}`}
                          aria-label={`Show pins on ${name.slice(0, 80)}`}
                        >
                          Show
                        </Link>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Wide>
          )
        }
      </Loaded>
      {permissions.can_manage_integrations && (
        <p>
          <button type="button" onClick={() => setAdding(true)}>
            New board
          </button>
        </p>
      )}
      {isAdding && <NewBoardDialog accountId={accountId} onClose={() => setAdding(false)} onDone={() => void boards.refetch()} />}
    </>
  );
}
