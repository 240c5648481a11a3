import type { HistoryFact } from '../history/history-fact';
import { useHistoryScope } from '../history/history-scope';
import { proveFacts } from './prove-facts';
import { useVerification } from './use-verification';
import { VerificationResult } from './verification-result';

/** Proves that one fact is in the signed history, as it is shown. */
export function FactProof({ fact }: { readonly fact: HistoryFact }) {
  const of = useHistoryScope();
  const { state, start, stop } = useVerification();
  return (
    <section aria-label="Proof">
      <button
        type="button"
        className="main"
        disabled={state.kind === 'running'}
        onClick={() => start((following) => proveFacts(of, [fact], following))}
      >
        Prove this fact
      </button>
      <VerificationResult state={state} of={of} holds="This fact is in the signed history, as it is shown here." onStop={stop} />
    </section>
  );
}
