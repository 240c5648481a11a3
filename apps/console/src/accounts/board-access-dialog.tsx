import type { Board } from 'pin-publishing';
import { useRef } from 'react';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Badge } from '../shown/badge';
import { Dialog } from '../shown/dialog';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

interface BoardAccessDialogProps {
  readonly accountId: string;
  readonly board: Board;
  readonly onClose: () => void;
}

const sources: Readonly<Record<string, string>> = {
  cache: 'known from before',
  platform: 'asked of the network',
  local: 'known without asking the network',
};

/** Whether the account may publish on a board, as it was last known, or asked of the network once more. */
export function BoardAccessDialog({ accountId, board, onClose }: BoardAccessDialogProps) {
  const isFresh = useRef(false);
  const access = useRead(
    ['board-access', accountId, board.id],
    (signal) => client.boards.checkAccess(board.id, { account_id: accountId, ...(isFresh.current && { fresh: true }) }, { signal }),
    { isAskedAnew: true },
  );
  const askAgain = async (): Promise<void> => {
    isFresh.current = true;
    await access.refetch();
    isFresh.current = false;
  };
  return (
    <Dialog title="Access to the board" onClose={onClose}>
      <p>
        <Text length={180}>{board.name}</Text>
      </p>
      <div role="status">
        <Loaded reading={access} what="The access">
          {({ publishable, status, code, message, remediation, checked_at: at, source }) => (
            <>
              <p>
                <Badge>{status}</Badge> <strong>{publishable ? 'Pins are accepted for it.' : 'Pins for it are refused.'}</strong>
              </p>
              <p>
                <Text>{message}</Text> {code !== null && <code>{code}</code>}
              </p>
              {remediation !== null && (
                <p>
                  <Text>{remediation}</Text>
                </p>
              )}
              <p className="quiet">
                <Moment at={at} />, {sources[source] ?? source}
              </p>
            </>
          )}
        </Loaded>
      </div>
      <div className="actions">
        <button type="button" disabled={access.isFetching} onClick={() => void askAgain()}>
          Ask the network again
        </button>
        <button type="button" className="main" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
