import { apiKeyIdOf, apiKeyOfDevice, findKeyHolder, type CreatedApiKey, type Identity } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';
import type { LiveStates, Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Keys } from '@pps/runtime';

export interface RepeatDeviceKeyDeps {
  readonly streams: Pick<Streams, 'load'>;
  readonly live: Pick<LiveStates, 'get' | 'head'>;
  readonly keys: Keys;
  readonly keyUses: Pick<Identity['keyUses'], 'findLastUses'>;
  readonly clock: Clock;
}

const repeatedForMs = 60_000;

/**
 * The key that was made for a device code: told again for a minute, in case the first answer was lost, while it works and was never used; 'over' afterwards;
 * null where none was made. Of either environment: the project is known to the approval, which may be the first of two at once.
 */
export async function findDeviceKey(deps: RepeatDeviceKeyDeps, deviceCode: string): Promise<CreatedApiKey | 'over' | null> {
  const { API_KEY_HASH_KEY: hashKey } = deps.keys;
  for (const environment of ['production', 'sandbox'] as const) {
    const text = apiKeyOfDevice(deviceCode, environment, hashKey);
    const { state } = await deps.streams.load(apiKeyStream, apiKeyIdOf(text, hashKey));
    if (state.kind === 'none') continue;
    const { keyId, createdAt, expiresAt } = state;
    const now = deps.clock();
    if (expiresAt === null || now.getTime() - Date.parse(createdAt) >= repeatedForMs) return 'over';
    const isWorking = (await findKeyHolder(deps.live, keyId, await deps.live.head(), now)) !== null;
    const isUsed = (await deps.keyUses.findLastUses([keyId])).has(keyId);
    return isWorking && !isUsed ? { text, key: { ...state, expiresAt } } : 'over';
  }
  return null;
}
