import { useState } from 'react';
import { useHistoryScope } from '../history/history-scope';
import { useRead } from '../data/use-read';
import { countText } from '../shown/count-text';
import { LongTextField } from '../shown/field';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { auditorsText, readAuditorsFile } from './auditors-file';
import { proveGrowth, type GrowthFound } from './prove-growth';
import { readKeys, readNewestCheckpoint } from './read-newest-checkpoint';
import { saveText } from './save-text';
import { useVerification } from './use-verification';
import { VerificationResult } from './verification-result';

const longestPasted = 1_000_000;

/** The newest signed root, to be kept outside, and whether the history of now begins with one that was kept. */
export function CheckpointCard() {
  const of = useHistoryScope();
  const reading = useRead(['checkpoint', of.scope], async (signal) => {
    const [checkpoint, keys] = await Promise.all([readNewestCheckpoint(of.scope, signal), readKeys(signal)]);
    return { checkpoint, keys };
  });
  const [text, setText] = useState('');
  const { state, start, stop } = useVerification<GrowthFound>();
  const compare = (): void => start(async ({ signal }) => proveGrowth(of, readAuditorsFile(text), signal));
  return (
    <section className="card" aria-labelledby="checkpoint">
      <h2 id="checkpoint">A checkpoint, kept outside</h2>
      <Loaded reading={reading} what="The checkpoint">
        {({ checkpoint, keys }) =>
          checkpoint === null ? (
            <p>Nothing is signed yet: that takes a minute at most.</p>
          ) : (
            <>
              <p>
                The newest covers {countText(checkpoint.size)} facts, signed <Moment at={checkpoint.signed_at} />.
              </p>
              <p className="raw">{checkpoint.root_hash}</p>
              <button
                type="button"
                onClick={() => saveText(auditorsText(checkpoint, keys, of.workspaceId), `checkpoint-${checkpoint.size}.json`)}
              >
                Save it
              </button>
              <p className="hint">Keep it where we cannot reach it: with it you see later that nothing before it was changed.</p>
            </>
          )
        }
      </Loaded>
      <LongTextField
        label="A checkpoint that you have kept"
        rows={4}
        spellCheck={false}
        maxLength={longestPasted}
        value={text}
        onChange={({ target }) => {
          // What was found of another text is not shown beside this one.
          stop();
          setText(target.value);
        }}
      />
      <button type="button" className="main" disabled={text.trim() === '' || state.kind === 'running'} onClick={compare}>
        Compare with now
      </button>
      <VerificationResult state={state} of={of} holds={growthWords(state.kind === 'found' ? state.found.sizes : [])} onStop={stop} />
    </section>
  );
}

const growthWords = (sizes: readonly number[]): string =>
  sizes.length < 2
    ? 'The history of now begins with the one that you have kept.'
    : `The history of now begins with each of the ${sizes.length} that you have kept, of ${countText(sizes[0] ?? 0)} to ${countText(sizes.at(-1) ?? 0)} facts.`;
