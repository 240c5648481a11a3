import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openJournaledStore, type JournaledStore, type Table } from '../journal/journaled-store';

/** Who consented, and to what: what a code stands for. */
export interface ConsentedCode {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly expiresMs: number;
}

export interface IdentityState {
  readonly store: JournaledStore;
  readonly codes: Table<ConsentedCode>;
  /** What signs ID tokens, made when it is first asked for: to make it takes a core for a quarter of a second. */
  readonly signing: () => Promise<TokenSigningKey>;
}

export interface TokenSigningKey {
  readonly keyId: string;
  readonly key: KeyObject;
}

interface StoredKey {
  readonly keyId: string;
  readonly pem: string;
}

/** The provider's codes and its signing key, which stays the same for as long as the folder does. */
export async function openIdentityState(folder: string): Promise<IdentityState> {
  const store = await openJournaledStore(join(folder, 'identity.ndjson'));
  const keys = store.table<StoredKey>('keys');
  const makeKey = async () => {
    const made = await newKey();
    keys.put('signing', made);
    await store.flushed();
    return made;
  };
  let opened: Promise<TokenSigningKey> | undefined;
  const signing = () => (opened ??= Promise.resolve(keys.get('signing') ?? makeKey()).then(open));
  return { store, codes: store.table<ConsentedCode>('codes'), signing };
}

const open = ({ keyId, pem }: StoredKey): TokenSigningKey => ({ keyId, key: createPrivateKey(pem) });

export async function publicJwk({ signing }: IdentityState): Promise<object> {
  const { key, keyId } = await signing();
  return { ...createPublicKey(key).export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' };
}

async function newKey(): Promise<StoredKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { keyId: `simulator-${Date.now()}`, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
