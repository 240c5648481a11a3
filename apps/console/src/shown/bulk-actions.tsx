import type { BulkItem, BulkResult } from 'pin-publishing';
import { useState, type ReactNode } from 'react';
import { useSteps } from '../data/use-write';
import { withSession } from '../session/with-session';
import { actInSteps } from './act-in-steps';
import { BulkOutcome } from './bulk-outcome';
import { ConfirmDialog } from './confirm-dialog';
import { countText } from './count-text';
import { Failure } from './failure';

/** Something that is done with all that is selected. */
export interface BulkAct {
  /** What the button says, as `Retry`. */
  readonly name: string;
  /** What was tried, should it fail. */
  readonly failed: string;
  readonly act: (body: { readonly ids: readonly string[] }) => PromiseLike<BulkResult>;
  /** Of those with which there was nothing to do: why, as `was deleted already`. */
  readonly skipped: string;
  /** What is to be known before; absent: it is done at once. */
  readonly warning?: ReactNode;
}

interface BulkActionsProps {
  readonly selected: ReadonlySet<string>;
  /** One of them and many, as `pin` and `pins`; the second also is the path of their pages. */
  readonly words: readonly [one: string, many: string];
  readonly acts: readonly BulkAct[];
  /** Takes those out of the selection with which it was tried: they have their outcome. */
  readonly onTried: (ids: readonly string[]) => void;
  /** Takes all out of it. */
  readonly onDone: () => void;
}

/** What can be done with what is selected, and what came of it for each. */
export function BulkActions({ selected, words, acts, onTried, onDone }: BulkActionsProps) {
  const [one, many] = words;
  const [results, setResults] = useState<readonly BulkItem[] | null>(null);
  const [asked, setAsked] = useState<BulkAct | null>(null);
  const [tried, setTried] = useState<BulkAct | null>(null);
  const ids = [...selected];
  const run = async ({ act }: BulkAct): Promise<void> => {
    setResults(null);
    const actOnce: BulkAct['act'] = (body) => withSession(() => act(body));
    await actInSteps(ids, actOnce, (step) => {
      setResults((before) => [...(before ?? []), ...step]);
      onTried(step.map(({ id }) => id));
    });
  };
  const write = useSteps(run, onDone);
  const begin = (act: BulkAct): void => {
    setTried(act);
    if (act.warning === undefined) void write.run(act);
    else setAsked(act);
  };
  return (
    <>
      {ids.length > 0 && (
        <div className="actions" role="group" aria-label={`With the selected ${many}`}>
          <span role="status">{countText(ids.length)} selected</span>
          {acts.map((act) => (
            <button
              key={act.name}
              type="button"
              {...(act.warning !== undefined && { className: 'danger' })}
              disabled={write.isBusy}
              onClick={() => begin(act)}
            >
              {act.name}
              {act.warning !== undefined && ' …'}
            </button>
          ))}
          <button type="button" disabled={write.isBusy} onClick={onDone}>
            Select none
          </button>
        </div>
      )}
      {write.failure !== undefined && tried !== null && <Failure error={write.failure} what={tried.failed} />}
      {asked !== null && (
        <ConfirmDialog
          title={`${asked.name} ${countText(ids.length)} ${ids.length === 1 ? one : many}?`}
          action={asked.name}
          failed={asked.failed}
          act={() => run(asked)}
          isStepwise
          onDone={() => {
            setAsked(null);
            onDone();
          }}
          onClose={() => setAsked(null)}
        >
          {asked.warning}
        </ConfirmDialog>
      )}
      {results !== null && (
        <BulkOutcome results={results} skipped={tried?.skipped ?? ''} path={`/${many}`} onClose={() => setResults(null)} />
      )}
    </>
  );
}
