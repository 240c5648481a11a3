import { useState } from 'react';
import { useMe } from '../session/console-session';
import { Empty } from '../shown/empty';
import { Loaded } from '../shown/loaded';
import type { AskedOfBoard } from './board-actions';
import { BoardDialogs } from './board-dialogs';
import { BoardDialog } from './board-dialog';
import { BoardTable } from './board-table';
import { useBoards } from './use-accounts';

/** The boards of an account, and what is done with them. */
export function BoardList({ accountId }: { readonly accountId: string }) {
  const { permissions } = useMe();
  const boards = useBoards(accountId);
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<AskedOfBoard | null>(null);
  const readAgain = (): void => void boards.refetch();
  return (
    <>
      <Loaded reading={boards} what="The boards">
        {(all) =>
          all.length === 0 ? (
            <Empty title="The account has no boards.">
              <p>A pin needs one.</p>
            </Empty>
          ) : (
            <BoardTable {...{ accountId, boards: all, ask: setAsked }} />
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
      {isAdding && <BoardDialog accountId={accountId} onClose={() => setAdding(false)} onDone={readAgain} />}
      {asked && <BoardDialogs {...{ accountId, asked }} onClose={() => setAsked(null)} onChange={readAgain} />}
    </>
  );
}
