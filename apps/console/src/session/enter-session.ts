import type { Me } from 'pin-publishing';
import { queryClient } from '../data/query-client';
import { client } from './client';
import { consoleRoot } from './console-root';
import { tellOfSession } from './tell-of-session';
import { dropMarker, hasMarker, setMarker } from './marker';
import { readSession, setSession, type ConsoleSession } from './console-session';
import { isSessionEnded } from './with-session';

/** Finds out at the start who is signed in; asks nobody in a browser where nobody ever was. */
export async function openSession(): Promise<void> {
  // A sign-in that was faster knows better.
  const found = (session: ConsoleSession): void => void (readSession().kind === 'unknown' && setSession(session));
  if (!hasMarker()) return found({ kind: 'signed_out' });
  try {
    found({ kind: 'signed_in', me: await client.auth.getMe() });
  } catch (error) {
    found(isSessionEnded(error) ? { kind: 'signed_out' } : { kind: 'unreachable', error });
  }
}

/** Takes over a session that was just begun. */
export async function enterSession(): Promise<void> {
  setMarker();
  const before = readSession();
  let me = await client.auth.getMe();
  // Who signs in again goes on where he was.
  if ('me' in before && isSamePerson(before.me, me) && before.me.active_project.id !== me.active_project.id) {
    await client.projects.switch({ project_id: before.me.active_project.id, carrier: 'cookie' });
    me = await client.auth.getMe();
  }
  tellOfSession();
  if ('me' in before && !isSamePerson(before.me, me)) return location.assign(consoleRoot);
  setSession({ kind: 'signed_in', me });
  void queryClient.invalidateQueries();
}

export async function switchProject(projectId: string): Promise<void> {
  await client.projects.switch({ project_id: projectId, carrier: 'cookie' });
  await goOnAs(await client.auth.getMe());
  tellOfSession();
}

/** Goes on with what the cookie says now; nothing of the former project stays on the screen. */
export async function goOnAs(me: Me): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
  setSession({ kind: 'signed_in', me });
  void queryClient.invalidateQueries();
}

export async function signOut(): Promise<void> {
  // A session that has ended needs no end.
  await client.auth.logout().catch((error: unknown) => {
    if (!isSessionEnded(error)) throw error;
  });
  dropMarker();
  setSession({ kind: 'signed_out' });
  queryClient.clear();
  tellOfSession();
}

/** Looks who is signed in after another window has said that this has changed. */
export async function followOtherWindow(): Promise<void> {
  const session = readSession();
  if (!hasMarker()) {
    if ('me' in session) setSession({ kind: 'expired', me: session.me });
    return;
  }
  const now = await client.auth.getMe().catch(() => null);
  // Whose session it is now is not known: this window does not go on with it.
  if (now === null) return 'me' in session ? setSession({ kind: 'expired', me: session.me }) : undefined;
  if (!('me' in session)) return setSession({ kind: 'signed_in', me: now });
  const isSame = isSamePerson(session.me, now) && session.me.active_project.id === now.active_project.id;
  setSession(isSame ? { kind: 'signed_in', me: now } : { kind: 'elsewhere', me: session.me, now });
}

const isSamePerson = (one: Me, other: Me): boolean => one.user.id === other.user.id && one.organization.id === other.organization.id;
