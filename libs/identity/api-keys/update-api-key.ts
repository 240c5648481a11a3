import type { Streams, Origin } from '@pps/event-store';
import { requireAccounts, type ProjectAccounts } from './project-accounts';
import { decideUpdateApiKey, type ApiKey, type ApiKeyChanges } from './api-key.decider';
import { apiKeyStream } from './api-key.stream';
import { makersOfKey } from './makers-of-key';
import { refuseEscalation, refuseEscalatingChange } from './key-permissions';
import { requireApiKey, requireChangeableKey } from './require-api-key';
import type { Principal } from '../users/principal';

export interface UpdateApiKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly projectAccounts: ProjectAccounts;
}

/** Changes name, scopes or allow-list. Throws `NotFound`, and `Rejected` for permissions the caller lacks, a key that made the caller, a disconnected account or a revoked key. */
export async function updateApiKey(
  app: UpdateApiKeyDeps,
  keyId: string,
  changes: ApiKeyChanges,
  caller: Principal,
  origin: Origin,
): Promise<ApiKey> {
  refuseEscalation(caller, changes);
  const makers = await makersOfKey(app.streams, caller.keyId);
  requireChangeableKey((await app.streams.load(apiKeyStream, keyId)).state, caller, makers);
  await requireAccounts(app.projectAccounts, caller, changes.accountIds);
  const { state } = await app.streams.decide(apiKeyStream, keyId, origin, (current) => {
    const key = requireChangeableKey(current, caller, makers);
    refuseEscalatingChange(caller, key, { ...key, ...changes });
    return decideUpdateApiKey(changes, origin.occurredAt, key);
  });
  return requireApiKey(state, caller);
}
