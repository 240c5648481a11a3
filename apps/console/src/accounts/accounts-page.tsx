import type { Account } from 'pin-publishing';
import { useState } from 'react';
import { useWrite } from '../data/use-write';
import { Difference } from '../past/difference';
import { PastBand } from '../past/past-band';
import { useInstant } from '../past/use-instant';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Empty } from '../shown/empty';
import { Failure } from '../shown/failure';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { AccountCard } from './account-card';
import { ConnectionNotice } from './connection-notice';
import { DisconnectDialog } from './disconnect-dialog';
import { useAccountsAt } from './use-accounts';

export function AccountsPage() {
  const { permissions } = useMe();
  const { instant, asOf, isPast } = useInstant();
  const accounts = useAccountsAt(asOf, instant.kind === 'unclear');
  const connecting = useWrite(async (accountId?: string) => {
    const { connect_url: address } = await client.accounts.connect(accountId === undefined ? {} : { account_id: accountId });
    location.assign(address);
  });
  // It stays, whatever becomes of the account's card meanwhile.
  const [left, setLeft] = useState<Account | null>(null);
  const connect = (accountId?: string): void => void connecting.run(accountId);
  const button = (
    <button type="button" className="main" disabled={connecting.isBusy} onClick={() => connect()}>
      Connect an account
    </button>
  );
  return (
    <Page title="Accounts" actions={permissions.can_manage_integrations && !isPast && button}>
      <ConnectionNotice />
      {connecting.failure !== undefined && <Failure error={connecting.failure} what="The connection was not begun" />}
      <PastBand />
      {instant.kind !== 'unclear' && (
        <Loaded reading={accounts} what="The accounts">
          {(all) =>
            all.length === 0 ? (
              <Empty title={isPast ? 'No account was connected then.' : 'No account is connected yet.'}>
                <p>Pins are published in the name of an account of the network, once it has allowed that.</p>
              </Empty>
            ) : (
              all.map((account) => (
                <AccountCard
                  key={account.id}
                  account={account}
                  isPast={isPast}
                  onReconnect={() => connect(account.id)}
                  onDisconnect={() => setLeft(account)}
                />
              ))
            )
          }
        </Loaded>
      )}
      <Difference
        of={['accounts']}
        changes={['account']}
        read={(at, signal) => client.accounts.list({ ...at, include_revoked: true }, { signal })}
      />
      {left && !isPast && <DisconnectDialog account={left} onClose={() => setLeft(null)} onDone={() => void accounts.refetch()} />}
    </Page>
  );
}
