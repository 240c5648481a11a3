import { useEffect } from 'react';
import { client, inAnyProject } from '../session/client';
import { setSession, useSession, readSession } from '../session/console-session';
import { readMeAgain } from '../session/enter-session';
import { withSession } from '../session/with-session';
import { useLive } from './live-state';
import { shareChanges } from './share-changes';
import { listenToChanges } from './take-change';

/** What the top of every page shows of the person, and what he may do. */
const personal: ReadonlySet<string> = new Set(['profile', 'organization', 'project', 'billing']);

const pollMs = 10_000;

/** Keeps what is shown true while somebody is signed in. */
export function useChanges(): void {
  const session = useSession();
  const name = session.kind === 'signed_in' ? `${session.me.user.id}-${session.me.active_project.id}` : null;
  useEffect(() => (name === null ? undefined : shareChanges(name, () => void lookAgain())), [name]);
  useEffect(
    () =>
      listenToChanges((changes) => {
        if (changes === 'all' || changes.some(({ type }) => personal.has(type))) void readMeAgain();
      }),
    [],
  );
  const isPolling = useLive().kind === 'polling' && name !== null;
  useEffect(() => {
    if (!isPolling) return undefined;
    const timer = setInterval(() => void readMeAgain(), pollMs);
    return () => clearInterval(timer);
  }, [isPolling]);
}

/** The stream says that the session has ended: a call finds out whether it has, and asks for a sign-in. */
async function lookAgain(): Promise<void> {
  const me = await withSession(() => client.auth.getMe(inAnyProject)).catch(() => null);
  if (me !== null && readSession().kind === 'signed_in') setSession({ kind: 'signed_in', me });
}
