import { Link } from 'wouter';
import { useAccounts } from '../accounts/use-accounts';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { Below } from '../shown/below';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { PaceCard } from './pace-card';
import { QuotaLedger } from './quota-ledger';
import { UsageMeters } from './usage-meters';

/** What is used of what the plan allows, how fast it goes, and unit by unit where it went. */
export function UsagePage() {
  const { permissions } = useMe();
  const status = useRead(['billing'], (signal) => client.billing.getStatus({}, { signal }), {
    changes: ['billing', 'usage', 'account', 'asset'],
  });
  const accounts = useAccounts();
  return (
    <Page title="Usage" actions={permissions.can_manage_billing && <Link href="/billing">Plans</Link>}>
      <Loaded reading={status} what="The usage">
        {(shown) => (
          <>
            <p>
              Plan <strong>{shown.plan}</strong> <Badge>{shown.billing_status}</Badge>
            </p>
            <UsageMeters status={shown} />
          </>
        )}
      </Loaded>
      <Below of={[status]}>
        <h2>Pace</h2>
        <Loaded reading={accounts} what="The accounts">
          {(all) => {
            const usable = all.filter(({ revoked_at: revokedAt }) => revokedAt === null);
            return usable.length === 0 ? (
              <p className="quiet">Each connected account has a pace of its own; none is connected.</p>
            ) : (
              <div className="cards">
                {usable.map((account) => (
                  <PaceCard key={account.id} account={account} />
                ))}
              </div>
            );
          }}
        </Loaded>
      </Below>
      <Below of={[status, accounts]}>
        <h2>Units of quota</h2>
        <QuotaLedger />
      </Below>
    </Page>
  );
}
