import { ApiError } from 'pin-publishing';
import { listenToSession, readSession, setSession, type ConsoleSession } from './console-session';

const ended: ReadonlySet<string> = new Set(['missing_credentials', 'invalid_access_token']);

/** Whether the service no longer takes the session. */
export const isSessionEnded = (error: unknown): boolean => error instanceof ApiError && error.status === 401 && ended.has(error.code);

/** Makes a call; where the session has ended, waits until the person has signed in again, and makes it once more: a refused call did nothing. */
export async function withSession<Data>(call: () => PromiseLike<Data>): Promise<Data> {
  const begun = readSession();
  try {
    return await call();
  } catch (error) {
    if (!isSessionEnded(error) || !(await signedInAgain()) || !isGoneOn(begun)) throw error;
    return call();
  }
}

/** Whether it is the same person in the same project: what one has typed is not sent as another. */
function isGoneOn(before: ConsoleSession): boolean {
  const now = readSession();
  if (!('me' in before) || !('me' in now)) return true;
  return before.me.user.id === now.me.user.id && before.me.active_project.id === now.me.active_project.id;
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
