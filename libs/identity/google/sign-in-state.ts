import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What the OAuth `state` of a sign-in says: it goes to Google and comes back with the browser. */
export interface SignInState {
  readonly id: string;
  /** Path of the web app to go on to. */
  readonly next: string;
  /** The pending connector authorization that the sign-in is for. */
  readonly connector: string | null;
  /** Hash of the cookie of the browser that started the sign-in. */
  readonly browser: string;
  readonly expiresAt: string;
}

const deriveKey = (hashKey: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', hashKey, '', `google ${purpose}`, 32));

/** The state as signed text. Nothing is stored until the browser comes back, so abandoned sign-ins leave nothing behind. */
export function signState(state: SignInState, hashKey: Buffer): string {
  const body = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${body}.${signatureOf(body, hashKey).toString('base64url')}`;
}

/** The state, or null for text that was not signed here or has expired. */
export function verifyState(text: string, hashKey: Buffer, at: string): SignInState | null {
  const [body = '', signature = '', ...rest] = text.split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(body, hashKey)];
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const state = JSON.parse(Buffer.from(body, 'base64url').toString()) as SignInState;
  return state.expiresAt > at ? state : null;
}

/** PKCE verifier and nonce of a sign-in, derived from its id with our key, so that they need not be stored. */
export function deriveSignInSecrets(id: string, hashKey: Buffer): { readonly codeVerifier: string; readonly nonce: string } {
  const secret = (purpose: string) => createHmac('sha256', deriveKey(hashKey, purpose)).update(id).digest('base64url');
  return { codeVerifier: secret('pkce'), nonce: secret('nonce') };
}

/** The pending connector authorization in a state signed here, even when it has expired; null when there is none. */
export const connectorOf = (text: string, hashKey: Buffer): string | null => verifyState(text, hashKey, '')?.connector ?? null;

function signatureOf(body: string, hashKey: Buffer): Buffer {
  return createHmac('sha256', deriveKey(hashKey, 'state')).update(body).digest();
}
