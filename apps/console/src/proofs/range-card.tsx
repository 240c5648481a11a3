import { useState } from 'react';
import { readFactPage } from '../history/history-fact';
import { useHistoryScope } from '../history/history-scope';
import { TextField } from '../shown/field';
import { proveFacts } from './prove-facts';
import { useVerification } from './use-verification';
import { VerificationResult } from './verification-result';
import { NoVerdictError } from './verify-in-worker';

const most = 200;

/** Proves facts that follow one another, each by its own path. */
export function RangeCard() {
  const of = useHistoryScope();
  const [first, setFirst] = useState('0');
  const [last, setLast] = useState('9');
  const { state, start, stop } = useVerification();
  const [from, to] = [Number(first), Number(last)];
  const fault = isPlace(first) && isPlace(last) && to >= from && to - from < most ? undefined : `From one to a later one, at most ${most}.`;
  const change = (set: (text: string) => void, text: string): void => {
    stop();
    set(text);
  };
  const prove = (): void =>
    start(async (following) => {
      const { items } = await readFactPage({ scope: of.scope, from, limit: to - from + 1 }, following.signal);
      if (items.length === 0) throw new NoVerdictError(`The history has no leaf ${from}.`);
      const outOfPlace = items.find(({ leaf_index: leaf }, place) => leaf !== from + place);
      if (outOfPlace) return { verdict: { valid: false, leaf: outOfPlace.leaf_index, fault: 'a fact is missing before it' }, tookMs: 0 };
      return proveFacts(of, items, following);
    });
  return (
    <section className="card" aria-labelledby="range">
      <h2 id="range">Facts in a row</h2>
      <div className="filters">
        <TextField
          label="From leaf"
          inputMode="numeric"
          maxLength={15}
          value={first}
          onChange={({ target }) => change(setFirst, target.value)}
        />
        <TextField
          label="To leaf"
          inputMode="numeric"
          maxLength={15}
          value={last}
          fault={fault}
          onChange={({ target }) => change(setLast, target.value)}
        />
        <button type="button" className="main" disabled={fault !== undefined || state.kind === 'running'} onClick={prove}>
          Prove them
        </button>
      </div>
      <VerificationResult state={state} of={of} holds={provenWords(state)} onStop={stop} />
    </section>
  );
}

const isPlace = (text: string): boolean => /^\d{1,15}$/.test(text);

const provenWords = (state: ReturnType<typeof useVerification>['state']): string => {
  const count = state.kind === 'found' && state.found.verdict.valid ? (state.found.verdict.leaves ?? 0) : 0;
  return count === 1 ? 'This fact is in the signed history.' : `These ${count} facts are in the signed history, in this order.`;
};
