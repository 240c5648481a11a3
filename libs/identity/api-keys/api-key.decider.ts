import { NotFound, Rejected, type Decider } from '@pps/kernel';
import type { ApiKeyCreated, ApiKeyFact, ApiKeyUpdated } from './api-key.events';

export type ApiKey = { readonly kind: 'created'; readonly revokedAt: string | null; readonly makerKeyIds: readonly string[] } & Omit<
  ApiKeyCreated['data'],
  'makerKeyIds'
>;

export type ApiKeyState = { readonly kind: 'none' } | ApiKey;

export type ApiKeyChanges = Pick<ApiKeyUpdated['data'], 'name' | 'scopes' | 'accountIds'>;

export const apiKey: Decider<ApiKeyState, ApiKeyFact> = { initial: { kind: 'none' }, evolve };

/** Silent for a key that exists: the id is derived from the key, so only a repeat of the same command can meet it. */
export function decideCreateApiKey(command: ApiKeyCreated['data'], state: ApiKeyState): readonly ApiKeyFact[] {
  return state.kind === 'none' ? [{ type: 'ApiKeyCreated', data: command }] : [];
}

/** Silent when nothing would change. Throws `NotFound`, or `Rejected('conflict')` for a revoked key. */
export function decideUpdateApiKey(changes: ApiKeyChanges, at: string, state: ApiKeyState): readonly ApiKeyFact[] {
  if (state.kind === 'none') throw new NotFound('API key');
  if (state.revokedAt !== null) throw new Rejected('conflict', 'The API key is revoked', {}, { remediation: 'Create a new key.' });
  const updated = { ...state, ...changes };
  const same = updated.name === state.name && sameSet(updated.scopes, state.scopes) && sameSet(updated.accountIds, state.accountIds);
  return same ? [] : [{ type: 'ApiKeyUpdated', data: { keyId: state.keyId, ...changes, updatedAt: at } }];
}

/** Silent when it is revoked already. Throws `NotFound`. */
export function decideRevokeApiKey(at: string, state: ApiKeyState): readonly ApiKeyFact[] {
  if (state.kind === 'none') throw new NotFound('API key');
  return state.revokedAt === null ? [{ type: 'ApiKeyRevoked', data: { keyId: state.keyId, revokedAt: at } }] : [];
}

function evolve(state: ApiKeyState, fact: ApiKeyFact): ApiKeyState {
  if (fact.type === 'ApiKeyCreated') return { kind: 'created', makerKeyIds: [], ...fact.data, revokedAt: null };
  if (state.kind === 'none') return state;
  if (fact.type === 'ApiKeyRevoked') return { ...state, revokedAt: fact.data.revokedAt };
  const { name = state.name, scopes = state.scopes, accountIds = state.accountIds } = fact.data;
  return { ...state, name, scopes, accountIds };
}

function sameSet(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}
