import { useQuery } from '@tanstack/react-query';
import { serviceAddress } from '../session/console-root';
import { verifierAddress } from './verifier-file';

/** What a check on our own page cannot prove, and how to do without the page. */
export function TrustNote() {
  const { data, isError, refetch } = useQuery({ queryKey: ['verifier-hash'], queryFn: hashOfVerifier, staleTime: Infinity });
  return (
    <section aria-labelledby="trust">
      <h2 id="trust">What this page cannot prove</h2>
      <p>
        That it is honest. It comes from the service that it checks: who could change the history could change the page too. So keep
        checkpoints and keys elsewhere, and now and then verify an export on a machine of yours with{' '}
        <a href={`${serviceAddress}/docs/verify-history.mjs`}>verify-history.mjs</a> or{' '}
        <a href={`${serviceAddress}/docs/verify-history.py`}>verify-history.py</a>, which were written apart from the service (
        <a href={`${serviceAddress}/docs/audit`}>how</a>).
      </p>
      <p>
        Here that same file runs, in a worker that can reach no network. Its SHA-256:{' '}
        {isError ? 'it could not be read. ' : <code>{data ?? '…'}</code>}
        {isError && (
          <button type="button" onClick={() => void refetch()}>
            Read it again
          </button>
        )}
      </p>
      <p>No verification shows that what was written was true when it was written.</p>
    </section>
  );
}

async function hashOfVerifier(): Promise<string> {
  const answer = await fetch(verifierAddress, { signal: AbortSignal.timeout(30_000) });
  // A page that says that there is no such file is not the verifier.
  if (!answer.ok) throw new Error(`the verifier's file was answered with ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
