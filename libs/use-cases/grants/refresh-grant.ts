import type { LiveStates } from '@pps/event-store';
import { decideRefresh, findKeyHolder, refreshUnderLock, type GrantResource, type GrantTokens } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';
import type { RevokeKeyDeps } from '../api-keys/change-key';
import { endReplayedGrant } from './end-replayed-grant';
import { grantPair } from './grant-pair';
import type { GrantOutcome, NoTokens } from './redeem-authorization';

export interface RefreshGrantDeps extends RevokeKeyDeps {
  readonly live: Pick<LiveStates, 'get' | 'head'>;
  readonly grantAccess: { readonly tokens: Pick<GrantTokens, 'textOf' | 'read'> };
}

export interface PresentedRefresh {
  readonly token: string;
  readonly clientId: string;
  /** What it says that the tokens are for; null: nothing. */
  readonly resource: GrantResource | null;
}

const refused = (why: string): NoTokens => ({ refusal: 'invalid_grant', why });

/** The next pair for a refresh token, with what the grant may do now. One that was replaced, and is no repeat of the last refresh, ends the grant. */
export async function refreshGrant(deps: RefreshGrantDeps, { token: text, clientId, resource }: PresentedRefresh): Promise<GrantOutcome> {
  const token = deps.grantAccess.tokens.read(text);
  const now = deps.clock();
  if (token?.kind !== 'refresh') return refused('The refresh token is unknown');
  if (token.endsAt <= now) return refused('The refresh token has expired');
  const { keyId, generation, endsAt } = token;
  const head = await deps.live.head();
  const holder = await findKeyHolder(deps.live, keyId, head, now);
  if (holder?.grant?.clientId !== clientId) return refused('The grant has ended, or is of another program');
  if (resource !== null && resource !== holder.grant.resource)
    return { refusal: 'invalid_target', why: 'The grant is for another resource' };
  const { state: key } = await deps.live.get(apiKeyStream, keyId, head);
  const grantEndsAt = key.kind === 'created' && key.expiresAt !== null ? new Date(key.expiresAt) : null;
  const decision = await refreshUnderLock(deps.db, keyId, (state) => decideRefresh(generation, state, endsAt, now, grantEndsAt));
  if (decision.kind === 'pair') return { refusal: null, pair: grantPair(deps.grantAccess.tokens, { ...holder, keyId }, decision.state) };
  await endReplayedGrant(deps, holder, keyId);
  return refused('The refresh token was used before: the grant has ended');
}
