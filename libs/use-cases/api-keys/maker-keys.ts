import type { LiveStates } from '@pps/event-store';
import { isSessionValid, type Principal } from '@pps/identity';
import { apiKeyStream, isKeyWorking, userStream } from '@pps/identity/events';

export interface MakerDeps {
  readonly live: Pick<LiveStates, 'get'>;
}

/** The key that acts, after those that made it; empty for a person. */
export async function makerKeysOf({ live }: MakerDeps, { keyId, asOf }: Principal): Promise<readonly string[]> {
  if (keyId === undefined) return [];
  const { state } = await live.get(apiKeyStream, keyId, asOf);
  return state.kind === 'none' ? [keyId] : [...state.makerKeyIds, keyId];
}

/** Whether the key that acts, and all that made it, work at that moment; true for a person. */
export async function isKeyInUse(deps: MakerDeps, principal: Principal, at: string): Promise<boolean> {
  const keyIds = await makerKeysOf(deps, principal);
  const states = await Promise.all(keyIds.map((keyId) => deps.live.get(apiKeyStream, keyId)));
  return states.every(({ state }) => state.kind === 'created' && isKeyWorking(state, at));
}

/**
 * Whether what the request came in with, a session or a key, has been ended since by a reset that proved the address, or by the end of the account: that
 * did not meet what the request makes.
 */
export async function isAccessEnded(
  { live }: { readonly live: Pick<LiveStates, 'get'> },
  { userId, keyId, sessionId, sessionGeneration }: Principal,
): Promise<boolean> {
  const { state: user } = await live.get(userStream, userId);
  if (user.kind !== 'registered') return user.kind === 'forgotten';
  if (user.keysEndedAt === null) return false;
  if (keyId === undefined)
    return sessionId !== undefined && sessionGeneration !== undefined && !isSessionValid(user, { gen: sessionGeneration, sid: sessionId });
  const { state: key } = await live.get(apiKeyStream, keyId);
  return key.kind === 'created' && key.createdAt <= user.keysEndedAt;
}
