import { newId } from '@pps/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'undici';
import { register } from '../test/setup/account';
import { caller } from '../test/setup/caller';
import { connectPlatformUser } from '../test/setup/platform-user';

/** Somebody who creates pins: his account, its board, and what his calls carry. */
export interface Tenant {
  readonly accountId: string;
  readonly boardId: string;
  readonly headers: Readonly<Record<string, string>>;
}
const openedAtOnce = 4;

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
    Array.from({ length: openedAtOnce }, async () => {
      while (left-- > 0) tenants.push(await open());
    }),
  );
  return tenants;
}

export function pinBody({ accountId, boardId }: Tenant): Record<string, string> {
  const key = newId();
  return {
    account_id: accountId,
    board_id: boardId,
    title: 'A blue door in Lisbon',
    description: 'Found on a morning walk through Alfama, before the trams and the tourists were up.',
    link_url: `https://example.org/doors/${key}`,
    image_url: `https://images.example.org/${key}.jpg`,
    idempotency_key: key,
  };
}

/** The pin's id, or null when it was not created. */
export async function createPin(http: Pool, tenant: Tenant, fields: object = {}): Promise<string | null> {
  const { status, json } = await post(http, '/v1/pins', { ...pinBody(tenant), ...fields }, tenant.headers);
  return status === 201 ? (json as { id: string }).id : null;
}

/** How many of the batch were created. */
export async function createBatch(http: Pool, tenant: Tenant, size: number): Promise<number> {
  const pins = Array.from({ length: size }, () => pinBody(tenant));
  const { status, json } = await post(http, '/v1/pins/batch', { pins }, tenant.headers);
  return status === 200 ? (json as { created_count: number }).created_count : 0;
}

export async function post(
  http: Pool,
  path: string,
  body: object,
  headers: Tenant['headers'] = {},
): Promise<{ status: number; json: unknown }> {
  const sent = { ...headers, 'content-type': 'application/json' };
  const response = await http.request({ method: 'POST', path, headers: sent, body: JSON.stringify(body) });
  return { status: response.statusCode, json: await response.body.json() };
}

/** Waits until the work that the load before left is done, so that it is no part of the next figure: five quick reads in a row, at most 60 s. */
export async function waitUntilSettled(http: Pool, { headers }: Pick<Tenant, 'headers'>): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (let quick = 0; quick < 5 && performance.now() < deadline;) {
    const begun = performance.now();
    const response = await http.request({ method: 'GET', path: '/v1/pins?limit=1', headers });
    await response.body.dump();
    quick = response.statusCode === 200 && performance.now() - begun < 50 ? quick + 1 : 0;
    await delay(100);
  }
}
