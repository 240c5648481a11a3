import {
  createApiKey,
  originOfPrincipal,
  type CreateApiKeyDeps,
  type CreatedApiKey,
  type KeyPermissions,
  type Principal,
} from '@pps/identity';
import type { Clock } from '@pps/kernel';
import { createWithinLimit, refuseMoreAccounts, type CountLimitDeps, type AccountListDeps } from '../project-limits/create-within-limit';
import { endAccess } from './change-key';
import { isKeyInUse, isAccessEnded, type MakerDeps } from './maker-keys';

export interface CreateKeyDeps extends CountLimitDeps, AccountListDeps, MakerDeps, CreateApiKeyDeps {
  readonly clock: Clock;
}

/** Makes a key of the maker's project. Throws as `createApiKey` does, and `Rejected('plan_limit')`. */
export async function createKey(deps: CreateKeyDeps, maker: Principal, name: string, permissions: KeyPermissions): Promise<CreatedApiKey> {
  await refuseMoreAccounts(deps, maker, permissions.accountIds);
  const origin = originOfPrincipal(maker, deps.clock());
  const created = await createWithinLimit(deps, maker, 'api_keys', (requireRoom) =>
    createApiKey(deps, name, permissions, maker, origin, requireRoom),
  );
  // What ended the maker meanwhile did not meet this key.
  if (!(await isKeyInUse(deps, maker)) || (await isAccessEnded(deps, maker))) await endAccess(deps, [created.key.keyId], [], origin);
  return created;
}
