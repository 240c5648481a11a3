import type { ActiveWebhook } from './webhook.decider';

/** Every entry of the vault that the webhook needs. */
export function vaultRefsOf({ secretRef, previousSecret, headers, keyPair }: ActiveWebhook): readonly string[] {
  const refs = [secretRef, previousSecret?.ref, previousSecret?.signingKeyRef, headers?.ref, keyPair?.ref];
  return refs.filter((ref) => ref !== undefined && ref !== null);
}
