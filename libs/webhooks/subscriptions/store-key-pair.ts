import type { Vault } from '@pps/vault';
import { newKeyPair } from '../messages/key-pair';

/** A key pair whose private key is in the vault. */
export interface StoredKeyPair {
  readonly ref: string;
  readonly publicKey: string;
}

/** Makes a key pair; its private key goes to the vault and nowhere else. */
export async function storeKeyPair(vault: Pick<Vault, 'put'>, webhookId: string): Promise<StoredKeyPair> {
  const { publicKey, privateKey } = newKeyPair();
  return { ref: await vault.put(`webhook:${webhookId}`, 'webhook_signing_key', privateKey), publicKey };
}
