import type { Board } from 'pin-publishing';
import { useMe } from '../session/console-session';

/** What was asked of which board: it stays open, whatever becomes of the list meanwhile. */
export interface AskedOfBoard {
  readonly act: 'access' | 'change' | 'delete';
  readonly board: Board;
}

interface BoardActionsProps {
  readonly board: Board;
  readonly ask: (asked: AskedOfBoard) => void;
}

/** What can be done with one board: everybody looks whether pins are accepted for it. */
export function BoardActions({ board, ask }: BoardActionsProps) {
  const { permissions } = useMe();
  const name = board.name.slice(0, 80);
  return (
    <div className="actions">
      <button type="button" aria-label={`Check access … ${name}`} onClick={() => ask({ act: 'access', board })}>
        Check access …
      </button>
      {permissions.can_manage_integrations && (
        <>
          <button type="button" aria-label={`Change … ${name}`} onClick={() => ask({ act: 'change', board })}>
            Change …
          </button>
          <button type="button" className="danger" aria-label={`Delete … ${name}`} onClick={() => ask({ act: 'delete', board })}>
            Delete …
          </button>
        </>
      )}
    </div>
  );
}
