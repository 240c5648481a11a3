import { useState } from 'react';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { readMeAgain } from '../session/enter-session';
import { Failure } from '../shown/failure';
import { Moment } from '../shown/moment';
import { OwnerProofDialog } from './owner-proof-dialog';

/** The end of the account and its workspace: asked for, told when, taken back. */
export function AccountEndCard() {
  const { user } = useMe();
  const [asks, setAsks] = useState(false);
  const keeping = useWrite(async () => {
    await client.profile.cancelAccountDeletion();
    await readMeAgain();
  });
  return (
    <section className="card" aria-label="The end of the account">
      <h2>The end of the account</h2>
      {user.deletion_due_at ? (
        <>
          <p role="status">
            Account and workspace end at <Moment at={user.deletion_due_at} />.
          </p>
          {keeping.failure !== undefined && <Failure error={keeping.failure} what="The account still ends" />}
          <button type="button" className="main" disabled={keeping.isBusy} onClick={() => void keeping.run()}>
            Keep the account
          </button>
        </>
      ) : (
        <>
          <p>After some days, in which you can take it back, nothing of account and workspace is left that can be read.</p>
          <button type="button" className="danger" onClick={() => setAsks(true)}>
            Delete the account …
          </button>
        </>
      )}
      {asks && (
        <OwnerProofDialog
          title="Delete the account and its workspace?"
          action="Delete both"
          failed="Nothing was deleted"
          act={async (proof) => {
            await client.profile.deleteAccount(proof);
            await readMeAgain();
            setAsks(false);
          }}
          onClose={() => setAsks(false)}
          isDanger
        >
          <p>Keys and webhooks stop, subscriptions end, and what waits is not published.</p>
        </OwnerProofDialog>
      )}
    </section>
  );
}
