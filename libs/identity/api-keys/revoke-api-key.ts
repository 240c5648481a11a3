import type { Streams, Origin } from '@pps/event-store';
import { decideRevokeApiKey } from './api-key.decider';
import { apiKeyStream } from './api-key.stream';
import { makersOfKey } from './makers-of-key';
import { requireChangeableKey, type KeyCaller } from './require-api-key';

export interface RevokeApiKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
}

/** Ends a key of the caller's project; a repeat is silent. Throws `NotFound`, and `Rejected` for a key whose grants do not lie inside the caller's, or that made the caller. */
export async function revokeApiKey(app: RevokeApiKeyDeps, keyId: string, caller: KeyCaller, origin: Origin): Promise<void> {
  const makers = await makersOfKey(app.streams, caller.keyId);
  await app.streams.decide(apiKeyStream, keyId, origin, (state) =>
    decideRevokeApiKey(origin.occurredAt, requireChangeableKey(state, caller, makers)),
  );
}
