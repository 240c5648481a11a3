import type { BulkItem, BulkResult } from 'pin-publishing';
import { useState } from 'react';
import { Link } from 'wouter';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { countText } from '../shown/count-text';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Failure } from '../shown/failure';

interface BulkActionsProps {
  readonly selected: ReadonlySet<string>;
  readonly onDone: () => void;
}

const atOnce = 100;

/** What can be done with the selected pins, and what came of it for each. */
export function BulkActions({ selected, onDone }: BulkActionsProps) {
  const { permissions } = useMe();
  const [results, setResults] = useState<readonly BulkItem[] | null>(null);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const ids = [...selected];
  const inTurn = async (act: (ids: readonly string[]) => PromiseLike<BulkResult>): Promise<void> => {
    setResults(null);
    const all: BulkItem[] = [];
    for (let from = 0; from < ids.length; from += atOnce) all.push(...(await act(ids.slice(from, from + atOnce))).results);
    setResults(all);
    onDone();
  };
  const retry = useWrite(() => inTurn((some) => client.pins.retryMany({ ids: some })));
  return (
    <>
      {ids.length > 0 && (
        <div className="actions" role="group" aria-label="With the selected pins">
          <span role="status">{countText(ids.length)} selected</span>
          {permissions.can_publish && (
            <button type="button" disabled={retry.isBusy} onClick={() => void retry.run()}>
              Retry
            </button>
          )}
          {permissions.can_delete_content && (
            <button type="button" className="danger" onClick={() => setAsksToDelete(true)}>
              Delete …
            </button>
          )}
          <button type="button" onClick={onDone}>
            Select none
          </button>
        </div>
      )}
      {retry.failure !== undefined && <Failure error={retry.failure} what="Not all of them were retried" />}
      {asksToDelete && (
        <ConfirmDialog
          title={`Delete ${countText(ids.length)} ${ids.length === 1 ? 'pin' : 'pins'}?`}
          action="Delete"
          failed="Not all of them were deleted"
          act={() => inTurn((some) => client.pins.deleteMany({ ids: some }))}
          onDone={() => setAsksToDelete(false)}
          onClose={() => setAsksToDelete(false)}
        >
          <p>Waiting ones are not published any more. Published ones stay on the network and are forgotten here.</p>
        </ConfirmDialog>
      )}
      {results !== null && <BulkOutcome results={results} onClose={() => setResults(null)} />}
    </>
  );
}

function BulkOutcome({ results, onClose }: { readonly results: readonly BulkItem[]; readonly onClose: () => void }) {
  const done = results.filter(({ status }) => status === 'succeeded').length;
  const others = results.filter(({ status }) => status !== 'succeeded');
  return (
    <div className="notice" role="status">
      <p>
        {countText(done)} done, {countText(others.length)} not.{' '}
        <button type="button" className="plain" onClick={onClose}>
          Close
        </button>
      </p>
      {others.length > 0 && (
        <ul>
          {others.slice(0, 20).map(({ id, error_code, error_message }) => (
            <li key={id}>
              <Link href={`/pins/${id}`}>{id}</Link>: {error_message ?? error_code}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
