import { createApiKey, originOfPrincipal, type CreateApiKeyDeps, type CreatedApiKey, type NewApiKey, type Principal } from '@pps/identity';
import { Invalid, type Clock } from '@pps/kernel';
import { createWithinLimit, refuseMoreAccounts, type CountLimitDeps, type AccountListDeps } from '../project-limits/create-within-limit';
import { endAccess } from './change-key';
import { unfitEnd } from './key-end.policy';
import { isKeyInUse, isAccessEnded, type MakerDeps } from './maker-keys';

export interface CreateKeyDeps extends CountLimitDeps, AccountListDeps, MakerDeps, CreateApiKeyDeps {
  readonly clock: Clock;
}

/** Makes a key of the maker's project. Throws `Invalid` for an end that is over or too far away, as `createApiKey` does, and `Rejected('plan_limit')`. */
export async function createKey(deps: CreateKeyDeps, maker: Principal, asked: NewApiKey): Promise<CreatedApiKey> {
  const now = deps.clock();
  const unfit = unfitEnd(asked.expiresAt, now);
  if (unfit) throw new Invalid([unfit]);
  await refuseMoreAccounts(deps, maker, asked.permissions.accountIds);
  const origin = originOfPrincipal(maker, now);
  const created = await createWithinLimit(deps, maker, 'api_keys', (requireRoom) => createApiKey(deps, asked, maker, origin, requireRoom));
  // What ended the maker meanwhile did not meet this key.
  if (!(await isKeyInUse(deps, maker, deps.clock().toISOString())) || (await isAccessEnded(deps, maker)))
    await endAccess(deps, [created.key.keyId], [], origin);
  return created;
}
