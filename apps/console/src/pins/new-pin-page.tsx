import { Link } from 'wouter';
import { useAccounts } from '../accounts/use-accounts';
import { useMe } from '../session/console-session';
import { Empty } from '../shown/empty';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { NewPinForm } from './new-pin-form';

export function NewPinPage() {
  const { permissions } = useMe();
  const accounts = useAccounts();
  return (
    <Page title="New pin">
      {permissions.can_publish ? (
        <Loaded reading={accounts} what="The accounts">
          {(all) => {
            const usable = all.filter(({ revoked_at: revokedAt }) => revokedAt === null);
            if (usable.length > 0) return <NewPinForm accounts={usable} />;
            return (
              <Empty title="There is no account to publish with yet.">
                <Link href="/accounts" className="button main">
                  Connect one
                </Link>
              </Empty>
            );
          }}
        </Loaded>
      ) : (
        <Empty title="Billing does not accept new pins at present.">
          <Link href="/billing" className="button">
            See the plan
          </Link>
        </Empty>
      )}
    </Page>
  );
}
