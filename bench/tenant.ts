import { newId } from '@pps/kernel';
import type { Pool } from 'undici';

/** Somebody who creates pins: his account, its board, and what his calls carry. */
export interface Tenant {
  readonly accountId: string;
  readonly boardId: string;
  readonly headers: Readonly<Record<string, string>>;
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
