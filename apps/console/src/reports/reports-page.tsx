import type { Account } from 'pin-publishing';
import { Link } from 'wouter';
import { accountName } from '../accounts/account-name';
import { useEveryAccount } from '../accounts/use-accounts';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Empty } from '../shown/empty';
import { Failure } from '../shown/failure';
import { ChoiceField } from '../shown/field';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { useAddress } from '../shown/use-address';
import { useZone } from '../shown/zone';
import { ReportPlots } from './report-plots';
import { daysBefore, useReportRange } from './report-range';
import { ReportRangeForm } from './report-range-form';
import { ReportTotals } from './report-totals';

const none: readonly Account[] = [];

/** A range of days summed up, beside the one before. */
export function ReportsPage() {
  const { permissions, user } = useMe();
  const zone = useZone(user.timezone);
  const range = useReportRange(zone);
  const [search, change] = useAddress();
  const reading = useEveryAccount();
  const accounts = reading.data ?? none;
  // Whether there is such an account the service says: of another one, or of all, nothing is shown.
  const accountId = search.get('account_id') ?? '';
  const query = {
    start: `${range.from}T00:00:00`,
    end: `${daysBefore(range.to, -1)}T00:00:00`,
    tz: zone,
    ...(accountId !== '' && { account_id: accountId }),
  };
  const summary = useRead(['report', query], (signal) => client.dashboard.getSummary(query, { signal }), {
    changes: ['pin'],
    isOff: range.fault !== null || !permissions.can_view_reports,
  });
  if (!permissions.can_view_reports)
    return (
      <Page title="Reports">
        <Empty title="This session may not see reports.">
          <Link href="/">Home</Link>
        </Empty>
      </Page>
    );
  return (
    <Page title="Reports">
      <search className="filters">
        <ReportRangeForm {...{ range, zone }} />
        <ChoiceField label="Account" value={accountId} onChange={({ target }) => change({ account_id: target.value })}>
          <option value="">All</option>
          {accounts.map((account) => (
            <option key={account.id} value={account.id}>
              {accountName(account)}
              {account.revoked_at !== null && ' (disconnected)'}
            </option>
          ))}
          {accountId !== '' && !accounts.some(({ id }) => id === accountId) && <option value={accountId}>{accountId.slice(0, 40)}</option>}
        </ChoiceField>
      </search>
      {reading.error !== null && (
        <Failure error={reading.error} what="The accounts could not be read" onRetry={() => void reading.refetch()} />
      )}
      {range.fault === null && (
        <Loaded reading={summary} what="The report">
          {(shown) =>
            shown.pins.submitted === 0 && shown.series.every(({ published, failed }) => published === 0 && failed === 0) ? (
              <Empty title="Nothing happened in these days.">
                {permissions.can_publish && (
                  <Link href="/pins/new" className="button main">
                    New pin
                  </Link>
                )}
              </Empty>
            ) : (
              <>
                <ReportTotals pins={shown.pins} before={shown.previous_pins} />
                <ReportPlots summary={shown} accounts={accounts} />
                <p className="quiet">Pins that were deleted since are counted, and are not in the lists.</p>
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  );
}
