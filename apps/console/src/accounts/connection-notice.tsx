import { useState } from 'react';
import { useSearch } from 'wouter';

const reasons: Readonly<Record<string, string>> = {
  access_denied: 'The access was not allowed. Connect it once more, and allow all that is asked for.',
  invalid_state: 'It took longer than ten minutes, or was finished before. Begin once more.',
  account_mismatch: 'Another account answered than the one that was to be connected again. Log in to the network with that one first.',
  plan_limit: 'Your plan does not allow a further account. Disconnect one, or choose a larger plan.',
  scope_missing: 'Less access was allowed than publishing needs. Connect it once more, and allow all that is asked for.',
  platform_rate_limited: 'The network has had too many questions from us for now. Wait some minutes.',
  platform_unavailable: 'The network does not answer at the moment. Wait some minutes.',
};

/** What came of the connection that led back here. */
export function ConnectionNotice() {
  const search = new URLSearchParams(useSearch());
  // What the address says is true of the moment of arrival only.
  const [{ error, status, accountId }] = useState(() => ({
    error: search.get('error'),
    status: search.get('status'),
    accountId: search.get('account_id'),
  }));
  if (error !== null)
    return (
      <div className="failure" role="alert">
        <p>
          <strong>The account is not connected.</strong> {Object.hasOwn(reasons, error) ? reasons[error] : 'Begin once more.'}
        </p>
      </div>
    );
  if (status === 'connected')
    return (
      <div className="notice good" role="status">
        <p>The account is connected: pins can be published on its boards now.</p>
      </div>
    );
  if (accountId === null) return null;
  return (
    <div className="notice" role="status">
      <p>The network no longer accepts our connection to one of your accounts: choose “Connect again” at that one.</p>
    </div>
  );
}
