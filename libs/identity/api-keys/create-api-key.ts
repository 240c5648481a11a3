import type { Streams, Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { Keys } from '@pps/runtime';
import { grantTokenPrefix } from '../grants/grant-token';
import type { Principal, ProgramGrant } from '../users/principal';
import { decideCreateApiKey, apiKeyStream, type ApiKeyCreated, type ApiKeyState } from './api-key.stream';
import { apiKeyId, apiKeyPrefix, newApiKey } from './api-key-text';
import { refuseEscalation, type KeyPermissions } from './key-permissions';

/** Port to the project's platform accounts, given by the host: an API key may only be limited to accounts that exist and are connected. */
export interface ProjectAccounts {
  /** Throws `NotFound` for an account that is not the project's in its present epoch, `Rejected('account_revoked')` for one that is disconnected. */
  require(project: Pick<Principal, 'projectId' | 'epoch'>, accountId: string): Promise<void>;
}

/**
 * Requires one account after the other, each once, and looks at none after the first that is refused: so many are read as the project has
 * accounts and one more, however many are named.
 */
export async function requireAccounts(
  accounts: ProjectAccounts,
  project: Pick<Principal, 'projectId' | 'epoch'>,
  accountIds: readonly string[] | null | undefined,
): Promise<void> {
  for (const accountId of new Set(accountIds ?? [])) await accounts.require(project, accountId);
}

export interface CreatedApiKey {
  readonly key: ApiKeyCreated['data'];
  /** The key itself: this is the only time it is known. */
  readonly text: string;
}

/** So many keys are looked at on every call of the last one in a row. */
const mostMakers = 5;

/** What a new key is. */
export interface NewApiKey {
  readonly name: string;
  readonly permissions: KeyPermissions;
  /** Absent, or null: it works as long as the key that makes it, or until it is revoked. */
  readonly expiresAt?: string | null;
  /** Where it is made for a terminal that signs in: the key itself, which follows from the terminal's code, and the program. */
  readonly device?: { readonly text: string; readonly clientId: string };
  /** Where it is the grant of a program, which gets tokens instead of the key: the id, which follows from what was approved. */
  readonly grant?: ProgramGrant & { readonly keyId: string; readonly clientName: string };
}

export interface CreateApiKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly keys: Keys;
  readonly projectAccounts: ProjectAccounts;
}

/**
 * Makes a key of the maker's project. `requireRoom` is asked once all else is checked; what it throws stops the creation. Throws `Rejected` for
 * permissions the maker lacks, a disconnected account an end after the maker's own or a key that was made already, `NotFound` for an unknown account.
 */
export async function createApiKey(
  app: CreateApiKeyDeps,
  { name, permissions, expiresAt: askedEnd, device, grant }: NewApiKey,
  maker: Principal,
  origin: Origin,
  requireRoom: () => Promise<void> = () => Promise.resolve(),
): Promise<CreatedApiKey> {
  refuseEscalation(maker, permissions);
  const accountIds = permissions.accountIds && [...new Set(permissions.accountIds)];
  await requireAccounts(app.projectAccounts, maker, accountIds);
  const making = maker.keyId === undefined ? null : (await app.streams.load(apiKeyStream, maker.keyId)).state;
  const makerKeyIds = making === null || maker.keyId === undefined ? [] : makersOf(making, maker.keyId);
  const expiresAt = endWithin(making, askedEnd ?? null);
  await requireRoom();
  const text = device?.text ?? newApiKey(maker.environment);
  const { projectId, epoch, organizationId, userId } = maker;
  const key: ApiKeyCreated['data'] = {
    keyId: grant?.keyId ?? apiKeyId(text, app.keys.API_KEY_HASH_KEY),
    projectId,
    epoch,
    organizationId,
    userId,
    name,
    prefix: grant ? grantTokenPrefix(maker.environment) : apiKeyPrefix(text),
    scopes: permissions.scopes,
    accountIds,
    ...(makerKeyIds.length > 0 && { makerKeyIds }),
    ...(expiresAt !== null && { expiresAt }),
    ...(device && { source: 'device' as const, clientId: device.clientId }),
    ...(grant && grantFields(grant)),
    createdAt: origin.occurredAt,
  };
  const { facts } = await app.streams.decide(apiKeyStream, key.keyId, origin, (state) => decideCreateApiKey(key, state), { fresh: true });
  if (facts.length === 0) throw new Rejected('conflict', 'The API key was made already');
  return { key, text };
}

const grantFields = ({ clientId, clientName, resource, declinedScopes, mode }: NonNullable<NewApiKey['grant']>) => ({
  ...{ source: 'oauth' as const, clientId, clientName, resource, mode },
  ...(declinedScopes.length > 0 && { declinedScopes }),
});

/** The maker's key, after those that made it. Throws `Rejected('session_required')` where they are too many. */
function makersOf(making: ApiKeyState, keyId: string): readonly string[] {
  const makers = making.kind === 'none' ? [keyId] : [...making.makerKeyIds, keyId];
  if (makers.length <= mostMakers) return makers;
  throw new Rejected(
    'session_required',
    `Keys that were made by ${mostMakers - 1} keys in a row make no further ones`,
    {},
    { remediation: 'Make it with a key that fewer keys made, or log in.' },
  );
}

/** When a key ends that this one makes: with it, or at the earlier moment that is asked for. Throws `Rejected('session_required')` for a later one. */
function endWithin(making: ApiKeyState | null, asked: string | null): string | null {
  const most = making?.kind === 'created' ? making.expiresAt : null;
  if (most === null) return asked;
  if (asked === null || asked <= most) return asked ?? most;
  throw new Rejected(
    'session_required',
    'The API key ends before the key that it is to make',
    { most },
    { remediation: 'Let it end as early as the key that makes it, or log in.' },
  );
}

/** The keys that made a key, the first of them first; none for a person, or the service itself. */
export async function makersOfKey(streams: Pick<Streams, 'load'>, keyId: string | undefined): Promise<readonly string[]> {
  if (keyId === undefined) return [];
  const { state } = await streams.load(apiKeyStream, keyId);
  return state.kind === 'none' ? [] : state.makerKeyIds;
}
