import { isWithin, NotFound, Rejected } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
import { decideUpdateApiKey, apiKeyStream, decideRevokeApiKey, type ApiKey, type ApiKeyState, type ApiKeyChanges } from './api-key.stream';
import { ownerNotPermitted, refuseEscalation, refuseEscalatingChange, refuseWidening } from './key-permissions';
import type { Principal } from '../users/principal';
import { requireAccounts, makersOfKey, type ProjectAccounts } from './create-api-key';

/** Whose keys are asked for, and by which grants; absent grants: the service itself asks. */
export type KeyCaller = Pick<Principal, 'projectId' | 'epoch'> & Partial<Pick<Principal, 'scopes' | 'accountIds' | 'keyId'>>;

/** The key, if it belongs to the caller's project and sandbox epoch. Throws `NotFound` also for a key of another project, so that nobody learns that it exists. */
export function requireApiKey(state: ApiKeyState, caller: Pick<Principal, 'projectId' | 'epoch'>): ApiKey {
  if (state.kind === 'none' || state.projectId !== caller.projectId || state.epoch !== caller.epoch) throw new NotFound('API key');
  return state;
}

/**
 * The same for one that the caller changes: its grants must lie inside the caller's, as its own do, and it must be none of `makerKeyIds`, by which the
 * caller was made. Throws `Rejected`: `account_not_permitted`, `insufficient_scope`, `session_required`.
 */
export function requireChangeableKey(state: ApiKeyState, caller: KeyCaller, makerKeyIds: readonly string[]): ApiKey {
  const key = requireApiKey(state, caller);
  const { scopes, accountIds, keyId } = caller;
  if (makerKeyIds.includes(key.keyId))
    throw new Rejected(
      'session_required',
      'An API key does not change the keys that made it',
      {},
      { remediation: 'Change it with a key that made it, or log in.' },
    );
  if (key.keyId === keyId) return key;
  if (scopes) refuseEscalation({ scopes, accountIds: null }, { scopes: key.scopes });
  if (accountIds !== undefined && !isVisibleKey(key, { accountIds })) throw ownerNotPermitted();
  return key;
}

/** Whether a caller may see the key: with an allow-list only keys whose lists lie inside it. */
export const isVisibleKey = (key: Pick<ApiKey, 'accountIds'>, caller: Pick<Principal, 'accountIds'>): boolean =>
  isWithin(key.accountIds, caller.accountIds);

export interface UpdateApiKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly projectAccounts: ProjectAccounts;
}

/** Changes name, scopes, allow-list or mode; of what its person agreed to for a program or a terminal, more than before only with `isConsented`. Throws `NotFound`, and `Rejected` for permissions the caller lacks, a key that made the caller, a disconnected account or a revoked key. */
export async function updateApiKey(
  app: UpdateApiKeyDeps,
  keyId: string,
  changes: ApiKeyChanges,
  caller: Principal,
  origin: Origin,
  { isConsented = false }: { readonly isConsented?: boolean } = {},
): Promise<ApiKey> {
  refuseEscalation(caller, changes);
  const makers = await makersOfKey(app.streams, caller.keyId);
  requireChangeableKey((await app.streams.load(apiKeyStream, keyId)).state, caller, makers);
  await requireAccounts(app.projectAccounts, caller, changes.accountIds);
  const { state } = await app.streams.decide(apiKeyStream, keyId, origin, (current) => {
    const key = requireChangeableKey(current, caller, makers);
    refuseEscalatingChange(caller, key, { ...key, ...changes });
    if (key.source !== undefined && !isConsented) refuseWidening(key, { ...key, ...changes });
    return decideUpdateApiKey(changes, origin.occurredAt, key);
  });
  return requireApiKey(state, caller);
}

/** Ends a key of the caller's project; a repeat is silent. Throws `NotFound`, and `Rejected` for a key whose grants do not lie inside the caller's, or that made the caller. */
export async function revokeApiKey(
  { streams }: { readonly streams: Pick<Streams, 'load' | 'decide'> },
  keyId: string,
  caller: KeyCaller,
  origin: Origin,
): Promise<void> {
  const makers = await makersOfKey(streams, caller.keyId);
  await streams.decide(apiKeyStream, keyId, origin, (state) =>
    decideRevokeApiKey(origin.occurredAt, requireChangeableKey(state, caller, makers)),
  );
}
