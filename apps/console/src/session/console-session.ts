import type { Me } from 'pin-publishing';
import { useSyncExternalStore } from 'react';

export type ConsoleSession =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'signed_in'; readonly me: Me }
  /** The session ended while pages were open: they stay, behind a sign-in. */
  | { readonly kind: 'expired'; readonly me: Me }
  /** Another window of this browser went on in another project or as somebody else. */
  | { readonly kind: 'elsewhere'; readonly me: Me; readonly now: Me };

let state: ConsoleSession = { kind: 'unknown' };
const listeners = new Set<() => void>();

export const readSession = (): ConsoleSession => state;

export function setSession(next: ConsoleSession): void {
  state = next;
  for (const listener of listeners) listener();
}

export function listenToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useSession = (): ConsoleSession => useSyncExternalStore(listenToSession, readSession);

/** Who is signed in, and where; for pages, which nobody else sees. */
export function useMe(): Me {
  const session = useSession();
  if ('me' in session) return session.me;
  throw new Error('nobody is signed in');
}
