import type { Account } from 'pin-publishing';
import { useState } from 'react';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { accountName } from './account-name';
import { BoardList } from './board-list';

interface AccountCardProps {
  readonly account: Account;
  readonly onReconnect: () => void;
}

/** One account: whether it works, since when, its boards once they are asked for. */
export function AccountCard({ account, onReconnect }: AccountCardProps) {
  const { permissions } = useMe();
  const [isOpen, setOpen] = useState(false);
  const [asksToRemove, setAsksToRemove] = useState(false);
  const isRevoked = account.revoked_at !== null;
  const name = accountName(account);
  return (
    <section className="card" aria-label={name}>
      <div className="page-top">
        <h2>
          <Text>{name}</Text> <Badge>{account.health_status}</Badge>
        </h2>
        {permissions.can_manage_integrations && (
          <div className="actions">
            {(account.reconnect_required || isRevoked) && (
              <button type="button" className="main" onClick={onReconnect}>
                Connect again
              </button>
            )}
            {!isRevoked && (
              <button type="button" className="danger" onClick={() => setAsksToRemove(true)}>
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
      {!isRevoked && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Boards
        </button>
      )}
      {isOpen && <BoardList accountId={account.id} />}
      {asksToRemove && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          action="Disconnect"
          failed="It is still connected"
          act={() => client.accounts.revoke(account.id)}
          onDone={() => setAsksToRemove(false)}
          onClose={() => setAsksToRemove(false)}
        >
          <p>Its waiting pins fail, and its schedules are canceled.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
