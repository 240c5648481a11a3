import type { Me } from 'pin-publishing';
import { queryClient } from '../data/query-client';
import { client, inAnyProject } from './client';
import { consoleRoot } from './console-root';
import { tellOfSession } from './tell-of-session';
import { dropMarker, hasMarker, setMarker } from './marker';
import { forgetSecretsOfOthers } from './held-secret';
import { readSession, setSession, type ConsoleSession } from './console-session';
import { dropProof } from './proof-request';
import { isSamePerson, isSameProject } from './same-person';
import { isSessionEnded } from './is-session-ended';

/** Finds out at the start who is signed in; asks nobody in a browser where nobody ever was. */
export async function openSession(): Promise<void> {
  // A sign-in that was faster knows better.
  const found = (session: ConsoleSession): void => void (readSession().kind === 'unknown' && setSession(session));
  if (!hasMarker()) return found({ kind: 'signed_out' });
  try {
    found({ kind: 'signed_in', me: await client.auth.getMe(inAnyProject) });
  } catch (error) {
    found(isSessionEnded(error) ? { kind: 'signed_out' } : { kind: 'unreachable', error });
  }
}

/** Takes over a session that was just begun. */
export async function enterSession(): Promise<void> {
  setMarker();
  const before = readSession();
  let me = await client.auth.getMe(inAnyProject);
  // Who signs in again goes on where he was.
  if ('me' in before && isSamePerson(before.me, me) && before.me.active_project.id !== me.active_project.id) {
    await client.projects.switch({ project_id: before.me.active_project.id, carrier: 'cookie' }, inAnyProject);
    me = await client.auth.getMe(inAnyProject);
  }
  tellOfSession();
  if ('me' in before && !isSamePerson(before.me, me)) {
    forgetSecretsOfOthers(me.user.id);
    return location.assign(consoleRoot);
  }
  setSession({ kind: 'signed_in', me });
  void queryClient.invalidateQueries();
}

/** Reads again who is signed in, after something of it was changed: where that fails, what was done is done. A window that has gone elsewhere meanwhile stays there. */
export async function readMeAgain(): Promise<void> {
  const me = await client.auth.getMe(inAnyProject).catch(() => null);
  const before = readSession();
  if (me === null || before.kind !== 'signed_in' || !isSameProject(before.me, me)) return;
  setSession({ kind: 'signed_in', me });
}

export async function switchProject(projectId: string): Promise<void> {
  await queryClient.cancelQueries();
  await client.projects.switch({ project_id: projectId, carrier: 'cookie' }, inAnyProject);
  await goOnAs(await client.auth.getMe(inAnyProject));
  tellOfSession();
}

/** Goes on with what the cookie says now; nothing of the former project stays on the screen. */
export async function goOnAs(me: Me): Promise<void> {
  dropProof();
  await queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
  setSession({ kind: 'signed_in', me });
  void queryClient.invalidateQueries();
}

export async function signOut(): Promise<void> {
  // A session that has ended needs no end.
  await client.auth.logout(inAnyProject).catch((error: unknown) => {
    if (!isSessionEnded(error)) throw error;
  });
  dropMarker();
  dropProof();
  setSession({ kind: 'signed_out' });
  queryClient.clear();
  tellOfSession();
}
