import type { Vault } from '@pps/vault';
import type { CustomHeaders } from '../subscriptions/custom-headers.policy';
import type { ActiveWebhook, StoredHeaders, StoredKeyPair } from '../subscriptions/webhook.stream';
import { newKeyPair } from './signature';

/** Stores the values in the vault; null for no headers. */
export async function storeHeaders(
  vault: Pick<Vault, 'put'>,
  webhookId: string,
  headers: CustomHeaders | null,
): Promise<StoredHeaders | null> {
  const names = Object.keys(headers ?? {});
  if (names.length === 0) return null;
  return { ref: await vault.put(`webhook:${webhookId}`, 'webhook_headers', headers), names };
}

/** Makes a key pair; its private key goes to the vault and nowhere else. */
export async function storeKeyPair(vault: Pick<Vault, 'put'>, webhookId: string): Promise<StoredKeyPair> {
  const { publicKey, privateKey } = newKeyPair();
  return { ref: await vault.put(`webhook:${webhookId}`, 'webhook_signing_key', privateKey), publicKey };
}

/** Every entry of the vault that the webhook needs. */
export function vaultRefsOf({ secretRef, previousSecret, headers, keyPair }: ActiveWebhook): readonly string[] {
  const refs = [secretRef, previousSecret?.ref, previousSecret?.signingKeyRef, headers?.ref, keyPair?.ref];
  return refs.filter((ref) => ref !== undefined && ref !== null);
}

/** What a webhook's messages carry that nobody but its endpoint may see, or is made with. */
export interface MessageCredentials {
  /** The secrets to sign with, the newest first. */
  readonly secrets: readonly [string, ...string[]];
  /** Those to sign with beside, the newest first; empty where the webhook has no key pair. */
  readonly privateKeys: readonly string[];
  readonly headers: CustomHeaders;
}

/** Credentials as of a moment, with their end: when one of them becomes invalid, 60 s after they were read at the latest. */
export interface LoadedCredentials extends MessageCredentials {
  readonly usableUntil: Date;
}

const usableForMs = 60_000;

/** What is valid at the time; null when some of it is gone from the vault: the webhook was deleted, or changed since it was read. */
export async function loadCredentials(vault: Pick<Vault, 'getMany'>, webhook: ActiveWebhook, at: Date): Promise<LoadedCredentials | null> {
  const { secretRef, previousSecret, headers, keyPair } = webhook;
  const previous = previousSecret !== null && Date.parse(previousSecret.validUntil) > at.getTime() ? previousSecret : null;
  const keyRefs = [keyPair?.ref, previous?.signingKeyRef].filter((ref) => typeof ref === 'string');
  const refs = [secretRef, previous?.ref, headers?.ref, ...keyRefs].filter((ref) => ref !== undefined);
  const found = await vault.getMany<unknown>(refs);
  if (refs.some((ref) => !found.has(ref))) return null;
  const text = (ref: string): string => found.get(ref) as string;
  return {
    secrets: previous ? [text(secretRef), text(previous.ref)] : [text(secretRef)],
    privateKeys: keyRefs.map(text),
    headers: headers ? (found.get(headers.ref) as CustomHeaders) : {},
    usableUntil: new Date(Math.min(at.getTime() + usableForMs, previous ? Date.parse(previous.validUntil) : Infinity)),
  };
}
