import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Empty } from '../shown/empty';
import { Failure } from '../shown/failure';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { AccountCard } from './account-card';
import { ConnectionNotice } from './connection-notice';
import { useAccounts } from './use-accounts';

export function AccountsPage() {
  const { permissions } = useMe();
  const accounts = useAccounts();
  const connecting = useWrite(async (accountId?: string) => {
    const { connect_url: address } = await client.accounts.connect(accountId === undefined ? {} : { account_id: accountId });
    location.assign(address);
  });
  const connect = (accountId?: string): void => void connecting.run(accountId);
  const button = (
    <button type="button" className="main" disabled={connecting.isBusy} onClick={() => connect()}>
      Connect an account
    </button>
  );
  return (
    <Page title="Accounts" actions={permissions.can_manage_integrations && button}>
      <ConnectionNotice />
      {connecting.failure !== undefined && <Failure error={connecting.failure} what="The connection was not begun" />}
      <Loaded reading={accounts} what="The accounts">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No account is connected yet.">
              <p>Pins are published in the name of an account of the network, once it has allowed that.</p>
            </Empty>
          ) : (
            all.map((account) => <AccountCard key={account.id} account={account} onReconnect={() => connect(account.id)} />)
          )
        }
      </Loaded>
    </Page>
  );
}
