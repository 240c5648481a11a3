import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';

export interface MakerDeps {
  readonly live: Pick<LiveStates, 'get'>;
}

/** The key that acts, after those that made it; empty for a person. */
export async function makerKeysOf({ live }: MakerDeps, { keyId, asOf }: Principal): Promise<readonly string[]> {
  if (keyId === undefined) return [];
  const { state } = await live.get(apiKeyStream, keyId, asOf);
  return state.kind === 'none' ? [keyId] : [...state.makerKeyIds, keyId];
}

/** Whether the key that acts, and all that made it, work now; true for a person. */
export async function isKeyInUse(deps: MakerDeps, principal: Principal): Promise<boolean> {
  const keyIds = await makerKeysOf(deps, principal);
  const states = await Promise.all(keyIds.map((keyId) => deps.live.get(apiKeyStream, keyId)));
  return states.every(({ state }) => state.kind === 'created' && state.revokedAt === null);
}
