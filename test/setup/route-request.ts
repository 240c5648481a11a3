import { newId } from '@pps/kernel';
import type { DeclaredRoute } from '../../apps/api/docs/declared-routes';

/** What the caller under test owns, and a stranger tries to reach. */
export interface Owned {
  /** Not on the allow-list of the narrow key. */
  readonly accountId: string;
  readonly keyId: string;
  readonly webhookId: string;
  readonly projectId: string;
}

export interface RouteRequest {
  readonly path: string;
  readonly hasBody: boolean;
  readonly body: object | undefined;
  /** Whether it names the account. */
  readonly namesAccount: boolean;
  /** Whether it names something that is the owner's alone. */
  readonly namesOwned: boolean;
  /** Ids that a stranger must not learn. */
  readonly echoes: readonly string[];
}

const withAccountQuery = [
  '/v1/platform/boards',
  '/v1/platform/boards/{board_id}',
  '/v1/platform/boards/{board_id}/access',
  '/v1/rate-meter',
];

/** A request to a route that names the owner's things wherever the route lets it. Throws for a kind of path parameter it does not know. */
export function requestFor({ method, path }: DeclaredRoute, owned: Owned): RouteRequest {
  const named = { account_id: owned.accountId, key_id: owned.keyId, webhook_id: owned.webhookId };
  const absent = ['id', 'board_id', 'delivery_id', 'replay_id', 'schedule_id', 'job_id', 'asset_id', 'export_id', 'request_id'];
  let namesOwned = false;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name in named) {
      namesOwned = true;
      return named[name as keyof typeof named];
    }
    if (absent.includes(name)) return name === 'board_id' ? '123456' : newId();
    throw new Error(`test/setup/route-request.ts has no value for {${name}} of ${method} ${path}`);
  });
  const asksAccount = withAccountQuery.includes(path) && (method === 'GET' || path !== '/v1/platform/boards') && method !== 'PATCH';
  const reconnects = path === '/v1/platform/oauth/start';
  const inQuery = asksAccount || (path.includes('{board_id}') && method === 'PATCH') || reconnects;
  const body = bodyFor(`${method} ${path}`, owned);
  const inBody = body !== undefined && JSON.stringify(body).includes(owned.accountId);
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  return {
    path: inQuery ? `${filled}?account_id=${owned.accountId}` : filled,
    hasBody,
    body: hasBody ? (body ?? {}) : undefined,
    namesAccount: inQuery || inBody || path.includes('{account_id}'),
    namesOwned: namesOwned || inQuery || body !== undefined,
    echoes: [owned.accountId, owned.keyId, owned.webhookId],
  };
}

function bodyFor(route: string, { accountId, projectId }: Owned): object | undefined {
  const pin = { account_id: accountId, board_id: '123456', title: 'A blue door', image_url: 'https://images.example.test/door.jpg' };
  const bodies: Readonly<Record<string, object>> = {
    'POST /v1/api-keys': { name: 'more', platform_account_ids: [accountId] },
    'POST /v1/pins': pin,
    'POST /v1/proposals': { items: [{ action: 'publish', pin }] },
    'POST /v1/schedules': { ...pin, run_at: new Date(Date.now() + 3_600_000).toISOString() },
    'POST /v1/platform/boards': { account_id: accountId, name: 'Doors' },
    'PATCH /v1/platform/boards/{board_id}': { name: 'Doors' },
    'PATCH /v1/api-keys/{key_id}': { name: 'more' },
    'PATCH /v1/webhooks/{webhook_id}': { is_enabled: false },
    'POST /v1/webhooks/{webhook_id}/replay': { since: '2026-01-01T00:00:00.000Z' },
    'POST /v1/projects/switch': { project_id: projectId },
  };
  return bodies[route];
}
