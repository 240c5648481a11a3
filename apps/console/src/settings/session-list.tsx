import type { Session } from 'pin-publishing';
import { useState } from 'react';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Failure } from '../shown/failure';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { Wide } from '../shown/wide';

interface SessionListProps {
  readonly sessions: readonly Session[];
  readonly onChange: () => Promise<unknown>;
}

/** Where one is signed in; each other session can be ended, and all of them. */
export function SessionList({ sessions, onChange }: SessionListProps) {
  const [asksForAll, setAsksForAll] = useState(false);
  const ending = useWrite(async (id: string) => {
    await client.auth.endSession(id);
    await onChange();
  });
  const others = sessions.filter(({ current }) => !current);
  const endOthers = async (): Promise<void> => {
    try {
      for (const { id } of others) await client.auth.endSession(id);
    } finally {
      await onChange();
    }
  };
  return (
    <section className="card" aria-label="Sessions">
      <div className="page-top">
        <h2>Sessions</h2>
        {others.length > 0 && (
          <button type="button" className="danger" onClick={() => setAsksForAll(true)}>
            End all others …
          </button>
        )}
      </div>
      {ending.failure !== undefined && <Failure error={ending.failure} what="The session was not ended" />}
      <Wide label="Where you are signed in">
        <table>
          <thead>
            <tr>
              <th scope="col">Signed in</th>
              <th scope="col">Used last</th>
              <th scope="col">With</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <td>
                  <Moment at={session.created_at} />
                </td>
                <td>
                  <Moment at={session.last_used_at} />
                </td>
                <td>
                  <Text length={120}>{session.user_agent ?? 'a program that did not say'}</Text>
                </td>
                <td>
                  {session.current ? (
                    'This one'
                  ) : (
                    <button
                      type="button"
                      disabled={ending.isBusy}
                      aria-label={`End the session of ${session.created_at.toISOString()}`}
                      onClick={() => void ending.run(session.id)}
                    >
                      End
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {asksForAll && (
        <ConfirmDialog
          title="End all other sessions?"
          action="End them"
          failed="Not all of them were ended"
          act={endOthers}
          onDone={() => setAsksForAll(false)}
          onClose={() => setAsksForAll(false)}
        >
          <p>{others.length} sessions have to sign in again. This one stays.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
