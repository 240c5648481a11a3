import { NotFound, Rejected, type Fact } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';
import { modeOfGrant, type PublishingMode } from '../grants/publishing-mode';
import type { GrantResource, Scope } from '../users/principal';

/** A user made an API key; the key itself is shown once and stored nowhere. */
export type ApiKeyCreated = Fact<
  'ApiKeyCreated',
  {
    readonly keyId: string;
    readonly projectId: string;
    /** The key dies with the project's epoch. */
    readonly epoch: number;
    readonly organizationId: string;
    /** Whom the key acts for. */
    readonly userId: string;
    readonly name: string;
    /** The first characters of the key, to recognise it by. */
    readonly prefix: string;
    readonly scopes: readonly Scope[];
    /** Accounts the key may name; null = all of the project's. */
    readonly accountIds: readonly string[] | null;
    /** The API key that made it, after those that made that key: it ends with each of them. Absent: the user made it. */
    readonly makerKeyIds?: readonly string[];
    /** It works until then; absent: until it is revoked. */
    readonly expiresAt?: string;
    /** How it was made: `device`, for a terminal that signed in with a code; `oauth`, the grant of a program; absent: by a request for a key. */
    readonly source?: 'device' | 'oauth';
    /** The program that it was made for; with `source` only. */
    readonly clientId?: string;
    /** What that program calls itself; with `oauth` only. */
    readonly clientName?: string;
    /** Where its tokens are good; with `oauth` only. */
    readonly resource?: GrantResource;
    /** What the program asked for and the person did not tick; with `oauth` only. */
    readonly declinedScopes?: readonly Scope[];
    /** What the program needs to publish; with `oauth` only. Absent: of a grant before it could be chosen, as `direct`. */
    readonly mode?: PublishingMode;
    readonly createdAt: string;
  }
>;

/** The name, the permissions or the mode of a key changed; what is absent stayed as it was. */
export type ApiKeyUpdated = Fact<
  'ApiKeyUpdated',
  {
    readonly keyId: string;
    readonly name?: string;
    readonly scopes?: readonly Scope[];
    readonly accountIds?: readonly string[] | null;
    readonly mode?: PublishingMode;
    readonly updatedAt: string;
  }
>;

/** The key stopped working, for good. */
export type ApiKeyRevoked = Fact<
  'ApiKeyRevoked',
  {
    readonly keyId: string;
    readonly revokedAt: string;
    /**
     * `expired`: its time, or that of its last refresh token, was over, and the service ended it with what it had made. `replayed`: a code or token of the grant came a second time, which somebody
     * may have stolen. Absent: somebody revoked it.
     */
    readonly reason?: 'expired' | 'replayed';
  }
>;

/** The key ends soon, by which the owner is told. */
export type ApiKeyExpiring = Fact<'ApiKeyExpiring', { readonly keyId: string; readonly expiresAt: string; readonly at: string }>;

export type ApiKeyFact = ApiKeyCreated | ApiKeyUpdated | ApiKeyRevoked | ApiKeyExpiring;

export type ApiKey = {
  readonly kind: 'created';
  readonly revokedAt: string | null;
  readonly makerKeyIds: readonly string[];
  readonly expiresAt: string | null;
  /** Whether its end was announced. */
  readonly isExpiring: boolean;
} & Omit<ApiKeyCreated['data'], 'makerKeyIds' | 'expiresAt'>;

export type ApiKeyState = { readonly kind: 'none' } | ApiKey;

function evolve(state: ApiKeyState, fact: ApiKeyFact): ApiKeyState {
  if (fact.type === 'ApiKeyCreated')
    return { kind: 'created', makerKeyIds: [], expiresAt: null, ...fact.data, isExpiring: false, revokedAt: null };
  if (state.kind === 'none') return state;
  if (fact.type === 'ApiKeyRevoked') return { ...state, revokedAt: fact.data.revokedAt };
  if (fact.type === 'ApiKeyExpiring') return { ...state, isExpiring: true };
  const { name = state.name, scopes = state.scopes, accountIds = state.accountIds, mode = state.mode } = fact.data;
  return {
    ...state,
    name,
    scopes,
    accountIds,
    ...(mode && { mode }),
    ...(state.source === 'oauth' && { declinedScopes: declinedAfter(state, scopes) }),
  };
}

/** What was taken away is not asked for again either. */
const declinedAfter = ({ scopes: before, declinedScopes = [] }: ApiKey, scopes: readonly Scope[]): readonly Scope[] =>
  [...new Set([...declinedScopes, ...before])].filter((scope) => !scopes.includes(scope));

/** Whether a key works at a moment (ISO 8601 in UTC with milliseconds): its end needs no fact, so that it comes on every process at once. */
export const isKeyWorking = ({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, at: string): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at);

export type ApiKeyChanges = Pick<ApiKeyUpdated['data'], 'name' | 'scopes' | 'accountIds' | 'mode'>;

/** Silent for a key that exists: the id is derived from the key, so only a repeat of the same command can meet it. */
export function decideCreateApiKey(command: ApiKeyCreated['data'], state: ApiKeyState): readonly ApiKeyFact[] {
  return state.kind === 'none' ? [{ type: 'ApiKeyCreated', data: command }] : [];
}

/** Silent when nothing would change. Throws `NotFound`, or `Rejected('conflict')` for a revoked or expired key, and for a mode of what is no grant. */
export function decideUpdateApiKey(changes: ApiKeyChanges, at: string, state: ApiKeyState): readonly ApiKeyFact[] {
  if (state.kind === 'none') throw new NotFound('API key');
  if (state.revokedAt !== null) throw new Rejected('conflict', 'The API key is revoked', {}, { remediation: 'Create a new key.' });
  if (!isKeyWorking(state, at)) throw new Rejected('conflict', 'The API key has expired', {}, { remediation: 'Create a new key.' });
  if (changes.mode !== undefined && state.source !== 'oauth')
    throw new Rejected('conflict', 'Only what a program was granted has a mode', {}, { remediation: 'Leave the mode out.' });
  const updated = { ...state, ...changes };
  const isSameMode = modeOfGrant(updated) === modeOfGrant(state);
  const same =
    isSameMode && updated.name === state.name && sameSet(updated.scopes, state.scopes) && sameSet(updated.accountIds, state.accountIds);
  return same ? [] : [{ type: 'ApiKeyUpdated', data: { keyId: state.keyId, ...changes, updatedAt: at } }];
}

/** Records that a key ends soon: once, and not of one that works no more, nor of one without an end. */
export function decideAnnounceExpiry(at: string, state: ApiKeyState): readonly ApiKeyFact[] {
  if (state.kind === 'none' || state.isExpiring || state.expiresAt === null || !isKeyWorking(state, at)) return [];
  return [{ type: 'ApiKeyExpiring', data: { keyId: state.keyId, expiresAt: state.expiresAt, at } }];
}

/** Records the end of a key whose time is over; silent while it works, and when it is revoked already. */
export function decideExpireApiKey(at: string, state: ApiKeyState): readonly ApiKeyFact[] {
  if (state.kind === 'none' || state.revokedAt !== null || isKeyWorking(state, at)) return [];
  return [{ type: 'ApiKeyRevoked', data: { keyId: state.keyId, revokedAt: at, reason: 'expired' } }];
}

/** Records the end of a program's grant whose last refresh token has ended, so that nothing acts by it any more; silent for other keys, and when it is revoked already. */
export function decideEndUnusedGrant(at: string, state: ApiKeyState): readonly ApiKeyFact[] {
  if (state.kind === 'none' || state.source !== 'oauth' || state.revokedAt !== null) return [];
  return [{ type: 'ApiKeyRevoked', data: { keyId: state.keyId, revokedAt: at, reason: 'expired' } }];
}

/** Silent when it is revoked already. Throws `NotFound`. */
export function decideRevokeApiKey(at: string, state: ApiKeyState, reason?: 'replayed'): readonly ApiKeyFact[] {
  if (state.kind === 'none') throw new NotFound('API key');
  return state.revokedAt === null
    ? [{ type: 'ApiKeyRevoked', data: { keyId: state.keyId, revokedAt: at, ...(reason && { reason }) } }]
    : [];
}

function sameSet(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** `apikey-<keyId>`: what an API key may do, until it is revoked. The id is derived from the key, so a request's key leads to its stream without a table. */
export const apiKeyStream: StreamType<ApiKeyState, ApiKeyFact> = {
  category: 'apikey',
  decider: { initial: { kind: 'none' }, evolve },
  facts: {
    ApiKeyCreated: 1,
    ApiKeyUpdated: 1,
    ApiKeyRevoked: 1,
    ApiKeyExpiring: 1,
  },
  sealed: { ApiKeyCreated: ['name', 'clientName'], ApiKeyUpdated: ['name'] },
  snapshot: { version: 4, every: 200 },
};
