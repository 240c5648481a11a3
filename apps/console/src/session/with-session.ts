import { ApiError } from 'pin-publishing';
import { followOtherWindow } from './follow-other-window';
import { isSessionEnded } from './is-session-ended';
import { askForProof, isProofAsked } from './proof-request';
import { isSameProject } from './same-person';
import { listenToSession, readSession, setSession, type ConsoleSession } from './console-session';

/** Whether the session is in another project than the call was made for: another window has switched. */
const isElsewhere = (error: unknown): boolean => error instanceof ApiError && error.status === 409 && 'active_project_id' in error.context;

/**
 * Makes a call; where the session has ended, or the sign-in is too long ago for it, waits until the person has shown again who he is, and makes it once more: a
 * refused call did nothing.
 */
export async function withSession<Data>(call: () => PromiseLike<Data>): Promise<Data> {
  const begun = readSession();
  try {
    return await call();
  } catch (error) {
    if (isElsewhere(error)) await followOtherWindow();
    // The call was sent with a session that is over by now: there has been a sign-in since.
    if (isSessionEnded(error) && isRenewed(begun)) {
      if (isGoneOn(begun)) return withSession(call);
      throw error;
    }
    const isProven = isSessionEnded(error) ? await signedInAgain() : isProofAsked(error) && (await askForProof());
    if (!isProven || !isGoneOn(begun)) throw error;
    return call();
  }
}

function isRenewed(before: ConsoleSession): boolean {
  const now = readSession();
  return now !== before && now.kind === 'signed_in';
}

/** Whether it is the same person in the same project: what one has typed is not sent as another. */
function isGoneOn(before: ConsoleSession): boolean {
  const now = readSession();
  if (!('me' in before) || !('me' in now)) return true;
  return isSameProject(before.me, now.me);
}

/** Asks for a sign-in over the page that is open; false where the person left instead. */
function signedInAgain(): Promise<boolean> {
  const session = readSession();
  if (session.kind === 'signed_in') setSession({ kind: 'expired', me: session.me });
  return new Promise((done) => {
    const look = (): void => {
      const { kind } = readSession();
      if (kind !== 'signed_in' && kind !== 'signed_out') return;
      stop();
      done(kind === 'signed_in');
    };
    const stop = listenToSession(look);
    look();
  });
}
