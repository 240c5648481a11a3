import type { Account } from 'pin-publishing';
import { useState } from 'react';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { accountName } from './account-name';
import { BoardList } from './board-list';

interface AccountCardProps {
  readonly account: Account;
  /** It is shown as it was: nothing can be changed. */
  readonly isPast: boolean;
  readonly onReconnect: () => void;
  readonly onDisconnect: () => void;
}

/** One account: whether it works, since when, its boards once they are asked for. */
export function AccountCard({ account, isPast, onReconnect, onDisconnect }: AccountCardProps) {
  const { permissions } = useMe();
  const [isOpen, setOpen] = useState(false);
  const isRevoked = account.revoked_at !== null;
  const name = accountName(account);
  return (
    <section className="card" aria-label={name}>
      <div className="page-top">
        <h2>
          <Text>{name}</Text> <Badge>{account.health_status}</Badge>
        </h2>
        {permissions.can_manage_integrations && !isPast && (
          <div className="actions">
            {(account.reconnect_required || isRevoked) && (
              <button type="button" className="main" onClick={onReconnect}>
                Connect again
              </button>
            )}
            {!isRevoked && (
              <button type="button" className="danger" onClick={onDisconnect}>
                Disconnect …
              </button>
            )}
          </div>
        )}
      </div>
      {account.health_message !== null && (
        <p>
          <Text>{account.health_message}</Text>
        </p>
      )}
      <dl className="facts">
        <dt>Connected</dt>
        <dd>
          <Moment at={account.created_at} />
        </dd>
        <dt>Looked at last</dt>
        <dd>
          <Moment at={account.health_checked_at} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{account.id}</code>
        </dd>
      </dl>
      {!isRevoked && !isPast && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Boards
        </button>
      )}
      {isOpen && !isPast && <BoardList accountId={account.id} />}
    </section>
  );
}
