import { register } from '../test/setup/account';
import { connectPlatformUser } from '../test/setup/platform-user';
import { caller } from '../test/setup/caller';
import type { Tenant } from './tenant';

const atOnce = 4;

export interface OpenTenant extends Tenant {
  readonly organizationId: string;
}

/** So many workspaces of their own, each with a key, a connected account and its board. */
export async function openTenants(apiPort: number, count: number): Promise<OpenTenant[]> {
  const api = caller(apiPort);
  const tenants: OpenTenant[] = [];
  const open = async () => {
    const { session, organizationId } = await register(api);
    const headers = { 'x-api-key': (await api('POST', '/v1/api-keys', { name: 'bench' }, session)).body.api_key as string };
    const { account_id: accountId } = (await connectPlatformUser(api, headers, { username: `tenant-${tenants.length}` })).body;
    const boards = await api('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, headers);
    return { organizationId, accountId, boardId: boards.body[0].id as string, headers };
  };
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) tenants.push(await open());
    }),
  );
  return tenants;
}
