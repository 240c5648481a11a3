import type { Me } from 'pin-publishing';
import { client, inAnyProject } from './client';
import { readSession, setSession } from './console-session';
import { isSessionEnded } from './is-session-ended';
import { hasMarker } from './marker';
import { isSameProject } from './same-person';

const againMs = 5_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Looks who is signed in, and where, after another window or the service has said that this has changed; where nobody answers, again after a while. */
export async function followOtherWindow(): Promise<void> {
  clearTimeout(timer);
  const now = await whoIsSignedIn();
  if (now === 'unknown') {
    clearTimeout(timer);
    timer = setTimeout(() => void followOtherWindow(), againMs);
    return;
  }
  // What this window has done meanwhile counts.
  const session = readSession();
  if ('me' in session) {
    if (now === null) setSession({ kind: 'expired', me: session.me });
    else setSession(isSameProject(session.me, now) ? { kind: 'signed_in', me: now } : { kind: 'elsewhere', me: session.me, now });
  } else if (now !== null) setSession({ kind: 'signed_in', me: now });
}

/** Null where nobody is. A service that is away for a moment has ended no session. */
async function whoIsSignedIn(): Promise<Me | null | 'unknown'> {
  if (!hasMarker()) return null;
  try {
    return await client.auth.getMe(inAnyProject);
  } catch (error) {
    return isSessionEnded(error) ? null : 'unknown';
  }
}
