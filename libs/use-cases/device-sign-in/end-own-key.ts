import type { ApiKeyHolders } from '@pps/identity';
import { revokeKey, type RevokeKeyDeps } from '../api-keys/change-key';

export interface EndOwnKeyDeps extends RevokeKeyDeps {
  readonly keyHolders: Pick<ApiKeyHolders, 'authenticate'>;
}

/** Revokes the key that is presented, with what it made: whoever has a key may end it, whatever else it may do. Silent for one that works no more. */
export async function endOwnKey(deps: EndOwnKeyDeps, text: string): Promise<void> {
  const holder = await deps.keyHolders.authenticate(text);
  if (holder?.keyId !== undefined) await revokeKey(deps, holder, holder.keyId);
}
