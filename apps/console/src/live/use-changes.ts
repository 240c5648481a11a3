import { useEffect } from 'react';
import { client } from '../session/client';
import { setSession, useSession, readSession } from '../session/console-session';
import { withSession } from '../session/with-session';
import { shareChanges } from './share-changes';

/** Keeps what is shown true while somebody is signed in. */
export function useChanges(): void {
  const session = useSession();
  const name = session.kind === 'signed_in' ? `${session.me.user.id}-${session.me.active_project.id}` : null;
  useEffect(() => (name === null ? undefined : shareChanges(name, () => void lookAgain())), [name]);
}

/** The stream says that the session has ended: a call finds out whether it has, and asks for a sign-in. */
async function lookAgain(): Promise<void> {
  const me = await withSession(() => client.auth.getMe()).catch(() => null);
  if (me !== null && readSession().kind === 'signed_in') setSession({ kind: 'signed_in', me });
}
