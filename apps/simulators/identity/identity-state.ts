import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { openStore, type Store, type Table } from '../state/store';

/** Who consented, and to what: what a code stands for. */
export interface Grant {
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
  readonly store: Store;
  readonly codes: Table<Grant>;
  readonly signingKey: KeyObject;
  readonly keyId: string;
}

interface KeptKey {
  readonly keyId: string;
  readonly pem: string;
}

/** The provider's codes and its signing key, which stays the same for as long as the folder does. */
export async function openIdentityState(folder: string): Promise<IdentityState> {
  const store = await openStore(join(folder, 'identity.ndjson'));
  const keys = store.table<KeptKey>('keys');
  const kept = keys.get('signing') ?? newKey();
  keys.put('signing', kept);
  await store.flushed();
  return { store, codes: store.table<Grant>('codes'), signingKey: createPrivateKey(kept.pem), keyId: kept.keyId };
}

export function publicJwk({ signingKey, keyId }: IdentityState): object {
  return { ...createPublicKey(signingKey).export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' };
}

function newKey(): KeptKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keyId: `stand-in-${Date.now()}`, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
