import { useSyncExternalStore } from 'react';
import { readSession, type ConsoleSession } from './console-session';

/** Something that the service tells once, with what stands around it. */
export interface OneTimeSecret {
  readonly title: string;
  /** Whose it is: the name of a key, the address of a webhook or of a person. Others wrote it. */
  readonly subject: string;
  /** The name of the project that it is of, where it is of one. */
  readonly project: string | null;
  readonly note: string;
  readonly label: string;
  readonly text: string;
  /** What the button says that takes it away, as `I have it`. */
  readonly taken: string;
}

/** One that is being made. */
interface ComingSecret {
  readonly id: number;
  readonly ownerId: string;
}

export interface HeldSecret extends ComingSecret {
  readonly secret: OneTimeSecret;
}

export interface HeldSecrets {
  readonly coming: readonly ComingSecret[];
  readonly held: readonly HeldSecret[];
}

let secrets: HeldSecrets = { coming: [], held: [] };
let lastId = 0;
const listeners = new Set<() => void>();

function setSecrets(next: HeldSecrets): void {
  secrets = next;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Has a secret made, and shows it over whatever page is open by then until somebody says that he has it: who goes back meanwhile does not lose it. `onMade` is
 * called just before. Nobody but who asked for it sees it.
 */
export async function makeSecret(make: () => PromiseLike<OneTimeSecret>, onMade: () => void): Promise<void> {
  const session = readSession();
  if (!('me' in session)) throw new Error('nobody is signed in');
  const asked: ComingSecret = { id: ++lastId, ownerId: session.me.user.id };
  setSecrets({ ...secrets, coming: [...secrets.coming, asked] });
  let made: readonly HeldSecret[] = [];
  try {
    const secret = await make();
    // Who asked for it may have left.
    if (secrets.coming.includes(asked)) made = [{ ...asked, secret }];
    onMade();
  } finally {
    setSecrets({ coming: secrets.coming.filter((each) => each !== asked), held: [...secrets.held, ...made] });
  }
}

/** Forgets this one, which has been seen. */
export const takeSecret = (id: number): void => setSecrets({ ...secrets, held: secrets.held.filter((each) => each.id !== id) });

/** Forgets those of everybody but one person, also those that are still being made. */
export function forgetSecretsOfOthers(personId: string | null): void {
  const isOwn = ({ ownerId }: ComingSecret): boolean => ownerId === personId;
  if (!secrets.coming.every(isOwn) || !secrets.held.every(isOwn))
    setSecrets({ coming: secrets.coming.filter(isOwn), held: secrets.held.filter(isOwn) });
}

/** Whose secrets are held: of whoever is signed in, or was until the session ended and is asked to sign in again. */
export function secretOwnerOf(session: ConsoleSession): string | null {
  if (session.kind === 'elsewhere') return session.now.user.id;
  return 'me' in session ? session.me.user.id : null;
}

/** The first secret that this session may show: none over a sign-in, or while the window has to choose where it goes on. */
export const secretToShow = ({ held }: HeldSecrets, session: ConsoleSession): HeldSecret | undefined =>
  session.kind === 'signed_in' ? held.find(({ ownerId }) => ownerId === session.me.user.id) : undefined;

/** Whether leaving the window now would lose one. */
export const isSecretAtRisk = ({ coming, held }: HeldSecrets = secrets): boolean => coming.length > 0 || held.length > 0;

export const readHeldSecrets = (): HeldSecrets => secrets;

export const useHeldSecrets = (): HeldSecrets => useSyncExternalStore(listen, readHeldSecrets);
