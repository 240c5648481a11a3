import type { Vault } from '@pps/vault';
import type { CustomHeaders } from './custom-headers.policy';

/** Stores the values in the vault; gives where they are, and their names. Null for no headers. */
export async function storeHeaders(
  vault: Pick<Vault, 'put'>,
  webhookId: string,
  headers: CustomHeaders | null,
): Promise<{ readonly ref: string; readonly names: readonly string[] } | null> {
  const names = Object.keys(headers ?? {});
  if (names.length === 0) return null;
  return { ref: await vault.put(`webhook:${webhookId}`, 'webhook_headers', headers), names };
}
