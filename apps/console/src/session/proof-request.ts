import { ApiError } from 'pin-publishing';
import { useSyncExternalStore } from 'react';

type Answer = (isProven: boolean) => void;

let waiting: readonly Answer[] = [];
let shown: Answer | null = null;
const listeners = new Set<() => void>();

/** Whether the service asks for the password again before it does this. */
export const isProofAsked = (error: unknown): boolean => error instanceof ApiError && error.code === 'recent_login_required';

/** Asks the person over the page that is open to show again who he is; false where he does not. Calls that ask at once get one answer. */
export function askForProof(): Promise<boolean> {
  return new Promise((done) => {
    waiting = [...waiting, done];
    setShown((isProven) => {
      const all = waiting;
      waiting = [];
      setShown(null);
      for (const answer of all) answer(isProven);
    });
  });
}

/** Asks no more: the person or the project is another one now. */
export const dropProof = (): void => shown?.(false);

function setShown(next: Answer | null): void {
  if (shown !== null && next !== null) return;
  shown = next;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What takes the answer, where the person is asked. */
export const useProofRequest = (): Answer | null => useSyncExternalStore(listen, () => shown);
