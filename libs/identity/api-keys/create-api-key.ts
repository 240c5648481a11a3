import type { Streams, Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { Keys } from '@pps/runtime';
import type { Principal } from '../users/principal';
import { decideCreateApiKey, apiKeyStream, type ApiKeyCreated } from './api-key.stream';
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

export interface CreateApiKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly keys: Keys;
  readonly projectAccounts: ProjectAccounts;
}

/**
 * Makes a key of the maker's project. `requireRoom` is asked once all else is checked; what it throws stops the creation. Throws `Rejected` for
 * permissions the maker lacks or a disconnected account, `NotFound` for an unknown one.
 */
export async function createApiKey(
  app: CreateApiKeyDeps,
  name: string,
  permissions: KeyPermissions,
  maker: Principal,
  origin: Origin,
  requireRoom: () => Promise<void> = () => Promise.resolve(),
): Promise<CreatedApiKey> {
  refuseEscalation(maker, permissions);
  const accountIds = permissions.accountIds && [...new Set(permissions.accountIds)];
  await requireAccounts(app.projectAccounts, maker, accountIds);
  const makerKeyIds = await makersOf(app, maker);
  await requireRoom();
  const text = newApiKey(maker.environment);
  const { projectId, epoch, organizationId, userId } = maker;
  const key: ApiKeyCreated['data'] = {
    keyId: apiKeyId(text, app.keys.API_KEY_HASH_KEY),
    projectId,
    epoch,
    organizationId,
    userId,
    name,
    prefix: apiKeyPrefix(text),
    scopes: permissions.scopes,
    accountIds,
    ...(makerKeyIds.length > 0 && { makerKeyIds }),
    createdAt: origin.occurredAt,
  };
  await app.streams.decide(apiKeyStream, key.keyId, origin, (state) => decideCreateApiKey(key, state), { fresh: true });
  return { key, text };
}

/** The maker's key, after those that made it. Throws `Rejected('session_required')` where they are too many. */
async function makersOf(app: CreateApiKeyDeps, { keyId }: Principal): Promise<readonly string[]> {
  if (keyId === undefined) return [];
  const makers = [...(await makersOfKey(app.streams, keyId)), keyId];
  if (makers.length <= mostMakers) return makers;
  throw new Rejected(
    'session_required',
    `Keys that were made by ${mostMakers - 1} keys in a row make no further ones`,
    {},
    { remediation: 'Make it with a key that fewer keys made, or log in.' },
  );
}

/** The keys that made a key, the first of them first; none for a person, or the service itself. */
export async function makersOfKey(streams: Pick<Streams, 'load'>, keyId: string | undefined): Promise<readonly string[]> {
  if (keyId === undefined) return [];
  const { state } = await streams.load(apiKeyStream, keyId);
  return state.kind === 'none' ? [] : state.makerKeyIds;
}
