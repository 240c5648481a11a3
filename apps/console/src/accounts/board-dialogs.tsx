import { client } from '../session/client';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Text } from '../shown/text';
import { BoardAccessDialog } from './board-access-dialog';
import type { AskedOfBoard } from './board-actions';
import { BoardDialog } from './board-dialog';

interface BoardDialogsProps {
  readonly accountId: string;
  readonly asked: AskedOfBoard;
  readonly onClose: () => void;
  readonly onChange: () => void;
}

/** Looks at, changes or deletes one board. */
export function BoardDialogs({ accountId, asked: { act, board }, onClose, onChange }: BoardDialogsProps) {
  if (act === 'access') return <BoardAccessDialog accountId={accountId} board={board} onClose={onClose} />;
  if (act === 'change') return <BoardDialog accountId={accountId} board={board} onClose={onClose} onDone={onChange} />;
  return (
    <ConfirmDialog
      title="Delete this board?"
      action="Delete the board"
      failed="The board is still there"
      act={() => client.boards.delete(board.id, { account_id: accountId })}
      onDone={() => {
        onClose();
        onChange();
      }}
      onClose={onClose}
    >
      <p>
        <Text length={180}>{board.name}</Text> goes from the network with all pins on it. This cannot be undone. Pins that wait for it fail.
      </p>
    </ConfirmDialog>
  );
}
