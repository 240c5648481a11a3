import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
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
  readonly signingKey: KeyObject;
  readonly keyId: string;
}

interface StoredKey {
  readonly keyId: string;
  readonly pem: string;
}

/** The provider's codes and its signing key, which stays the same for as long as the folder does. */
export async function openIdentityState(folder: string): Promise<IdentityState> {
  const store = await openJournaledStore(join(folder, 'identity.ndjson'));
  const keys = store.table<StoredKey>('keys');
  const stored = keys.get('signing') ?? newKey();
  keys.put('signing', stored);
  await store.flushed();
  return { store, codes: store.table<ConsentedCode>('codes'), signingKey: createPrivateKey(stored.pem), keyId: stored.keyId };
}

export function publicJwk({ signingKey, keyId }: IdentityState): object {
  return { ...createPublicKey(signingKey).export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' };
}

function newKey(): StoredKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keyId: `simulator-${Date.now()}`, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
