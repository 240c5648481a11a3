import { useId } from 'react';
import { Link } from 'wouter';
import { useMe } from '../session/console-session';
import { Loaded } from '../shown/loaded';
import { useBillingStatus } from '../usage/use-billing-status';
import { sizeText } from './size-text';

/** Whether the plan takes files; undefined while nobody knows. */
export const useTakesFiles = (): boolean | undefined => useBillingStatus().data?.features.uploaded_media_assets;

/** How much of the storage is used. */
export function StorageMeter() {
  const { permissions } = useMe();
  const id = useId();
  return (
    <Loaded reading={useBillingStatus()} what="The storage">
      {({ storage_used_bytes: used, storage_quota_bytes: quota, features }) => (
        <div className="card">
          <label htmlFor={id}>Storage</label>
          <meter id={id} min={0} max={Math.max(quota, 1)} high={quota * 0.8} value={Math.min(used, quota)} />
          <p>
            {sizeText(used)} of {sizeText(quota)}
          </p>
          {!features.uploaded_media_assets && (
            <p>Your plan takes no files. {permissions.can_manage_billing && <Link href="/billing">Choose a larger one</Link>}</p>
          )}
        </div>
      )}
    </Loaded>
  );
}
