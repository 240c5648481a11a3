import type { Fact } from '@pps/kernel';
import type { Scope } from '../users/principal';

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
    readonly createdAt: string;
  }
>;

/** The name or the permissions of a key changed; what is absent stayed as it was. */
export type ApiKeyUpdated = Fact<
  'ApiKeyUpdated',
  {
    readonly keyId: string;
    readonly name?: string;
    readonly scopes?: readonly Scope[];
    readonly accountIds?: readonly string[] | null;
    readonly updatedAt: string;
  }
>;

/** The key stopped working, for good. */
export type ApiKeyRevoked = Fact<'ApiKeyRevoked', { readonly keyId: string; readonly revokedAt: string }>;

export type ApiKeyFact = ApiKeyCreated | ApiKeyUpdated | ApiKeyRevoked;
