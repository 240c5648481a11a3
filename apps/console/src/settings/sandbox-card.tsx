import { useState } from 'react';
import { queryClient } from '../data/query-client';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { readMeAgain, switchProject } from '../session/enter-session';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Failure } from '../shown/failure';
import { Text } from '../shown/text';

/** The project in which nothing reaches the network: make it, go there and back, empty it. */
export function SandboxCard() {
  const { projects, active_project: active, permissions } = useMe();
  const [asksToReset, setAsksToReset] = useState(false);
  const sandbox = projects.find(({ environment }) => environment === 'sandbox');
  const other = projects.find(({ id }) => id !== active.id);
  const making = useWrite(async () => {
    await client.projects.createSandbox();
    await readMeAgain();
  });
  const switching = useWrite(switchProject);
  const failure = making.failure ?? switching.failure;
  return (
    <section className="card" aria-label="Sandbox">
      <h2>Sandbox</h2>
      <p>
        A project in which everything works as in production and nothing reaches the network, with an account, a board and a quota of its
        own.
      </p>
      {sandbox && (
        <p>
          Yours is <Text length={120}>{sandbox.name}</Text>
          {active.id === sandbox.id ? ', in which you are.' : '.'}
        </p>
      )}
      {failure !== undefined && <Failure error={failure} what="It was not done" />}
      <div className="actions">
        {!sandbox && (
          <button type="button" className="main" disabled={making.isBusy} onClick={() => void making.run()}>
            Make the sandbox
          </button>
        )}
        {sandbox && other && (
          <button type="button" disabled={switching.isBusy} onClick={() => void switching.run(other.id)}>
            {active.id === sandbox.id ? 'Go to production' : 'Go to the sandbox'}
          </button>
        )}
        {sandbox && permissions.can_reset_sandbox && (
          <button type="button" className="danger" onClick={() => setAsksToReset(true)}>
            Empty the sandbox …
          </button>
        )}
      </div>
      {asksToReset && (
        <ConfirmDialog
          title="Empty the sandbox?"
          action="Empty it"
          failed="The sandbox was not emptied"
          act={async () => {
            await client.projects.resetSandbox();
            void queryClient.invalidateQueries();
          }}
          onDone={() => setAsksToReset(false)}
          onClose={() => setAsksToReset(false)}
        >
          <p>Its pins, schedules, keys and webhooks are deleted. Production is not touched.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
