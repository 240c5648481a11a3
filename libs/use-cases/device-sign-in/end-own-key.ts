import { findKeyHolder, type ApiKeyHolders, type GrantTokens } from '@pps/identity';
import type { LiveStates } from '@pps/event-store';
import { revokeKey, type RevokeKeyDeps } from '../api-keys/change-key';

export interface EndOwnKeyDeps extends RevokeKeyDeps {
  readonly live: Pick<LiveStates, 'get' | 'head'>;
  readonly keyHolders: Pick<ApiKeyHolders, 'authenticate'>;
  readonly grantAccess: { readonly tokens: Pick<GrantTokens, 'read'> };
}

/**
 * Revokes the key that is presented, or the grant whose token it is, with what it made: whoever has one may end it, whatever else it may do. Silent for
 * one that works no more: an old token that turns up somewhere does not end a grant that lives.
 */
export async function endOwnKey(deps: EndOwnKeyDeps, text: string): Promise<void> {
  const token = deps.grantAccess.tokens.read(text);
  if (token && token.endsAt <= deps.clock()) return;
  const holder = token
    ? await findKeyHolder(deps.live, token.keyId, await deps.live.head(), deps.clock())
    : await deps.keyHolders.authenticate(text, 'v1');
  if (holder?.keyId !== undefined) await revokeKey(deps, holder, holder.keyId);
}
