import { Link } from 'wouter';
import type { HistoryScope } from '../history/history-scope';
import { countText } from '../shown/count-text';
import { Failure } from '../shown/failure';
import { Text } from '../shown/text';
import type { Verification } from './use-verification';
import type { ProofVerdict } from './verifier-file';
import type { Found } from './verify-in-worker';

interface ResultProps {
  readonly state: Verification<Found>;
  readonly of: HistoryScope;
  /** What is said where it holds, as `This fact is in the signed history.` */
  readonly holds: string;
  /** How much of it there is, where that is known. */
  readonly share?: number | null;
  readonly onStop: () => void;
}

/** How far a verification is, what it found, and what even that does not prove. */
export function VerificationResult({ state, of, holds, share = null, onStop }: ResultProps) {
  if (state.kind === 'idle') return null;
  if (state.kind === 'running')
    return (
      <div role="status">
        <p>Verifying … {state.progress !== null && `${countText(state.progress.lines)} facts`}</p>
        {share !== null && <progress value={share} aria-label="Verified" />}
        <button type="button" onClick={onStop}>
          Stop
        </button>
      </div>
    );
  if (state.kind === 'failed') return <Failure error={state.error} what="It was not verified" />;
  if (state.kind === 'no_verdict')
    return (
      <div className="notice" role="alert">
        <p>
          <strong>Nothing can be said.</strong> <Text length={500}>{state.reason}</Text>
        </p>
      </div>
    );
  const { verdict, tookMs } = state.found;
  if (!verdict.valid) return <Refusal verdict={verdict} of={of} />;
  return (
    <div className="notice good" role="status">
      <p>
        <strong>{holds}</strong>
      </p>
      {verdict.covered !== undefined && (
        <p>
          {countText(verdict.leaves ?? 0)} facts, {countText(verdict.covered)} of them under a signed checkpoint
          {verdict.words && `; ${countText(verdict.words.proved)} opened words proved, ${countText(verdict.words.sealed)} sealed`}.
        </p>
      )}
      <p>It does not prove:</p>
      <ul>
        {verdict.not_proved.map((each) => (
          <li key={each}>{each}</li>
        ))}
        <li>that this page does what it says: it is ours. Who does not trust us verifies elsewhere, as below Proofs</li>
      </ul>
      <p className="quiet">Verified in {tookMs < 10 ? tookMs.toFixed(1) : countText(Math.round(tookMs))} ms.</p>
    </div>
  );
}

function Refusal({ verdict: { leaf, from, fault }, of }: { readonly verdict: ProofVerdict & { valid: false }; readonly of: HistoryScope }) {
  return (
    <div className="failure" role="alert">
      <p>
        <strong>
          This is not what was signed{leaf !== null && (from === undefined ? `: leaf ${leaf}` : `: leaf ${from} to ${leaf}`)}.
        </strong>{' '}
        <Text length={500}>{fault}</Text>
      </p>
      {leaf !== null && (
        <p>
          <Link href={`/history/facts/${leaf}${of.search}`}>What the service has there</Link>
        </p>
      )}
      <p className="quiet">Keep what you have, and the checkpoint, where the operator cannot reach them, and ask the operator.</p>
    </div>
  );
}
