import type { BillingStatus } from 'pin-publishing';
import { useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { countText } from '../shown/count-text';
import { Moment } from '../shown/moment';

const mebibyte = 2 ** 20;

/** Pins, accounts and storage against their limits. */
export const UsageMeters = ({ status }: { readonly status: BillingStatus }) => (
  <div className="cards">
    <UsageMeter name="Pins this month" used={status.quota_used} limit={status.quota_limit} unit="" />
    <UsageMeter name="Accounts" used={status.platform_accounts_used} limit={status.platform_accounts_limit} unit="" />
    <UsageMeter
      name="Storage"
      used={Math.ceil(status.storage_used_bytes / mebibyte)}
      limit={Math.floor(status.storage_quota_bytes / mebibyte)}
      unit=" MiB"
      of={<Link href="/files">files</Link>}
    />
    <p className="quiet">
      The month ends at <Moment at={status.quota_reset_at} />.
    </p>
  </div>
);

interface UsageMeterProps {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  readonly unit: string;
  /** Leads to what uses it. */
  readonly of?: ReactNode;
}

function UsageMeter({ name, used, limit, unit, of }: UsageMeterProps) {
  const id = useId();
  return (
    <div className="card">
      <label htmlFor={id}>{name}</label>
      <meter id={id} min={0} max={Math.max(limit, 1)} high={limit * 0.8} value={Math.min(used, limit)} />
      <p>
        {countText(used)} of {countText(limit)}
        {unit} {of}
      </p>
    </div>
  );
}
