import { openListeningWebhook } from './listening-webhook';
import type { ServiceClient } from './service-client';

const wanted = { secret: "the developer's secret", events: null, forwardTo: null };

/** A service with a webhook that an earlier run left behind; the key has an allow-list unless that is null. */
function serviceWith(left: readonly string[] | null, allowList: readonly string[] | null) {
  const patches: object[] = [];
  let url = '';
  const client: ServiceClient = {
    url: new URL('http://localhost'),
    call: async (method, path, body = {}) => {
      if (method === 'POST') url = (body as { url: string }).url;
      if (method === 'POST') return { status: 201, body: { id: 'new' } };
      if (path.includes('/deliveries')) return { status: 200, body: { items: [] } };
      if (path === '/v1/platform/accounts') return { status: 200, body: (allowList ?? []).map((id) => ({ id })) };
      if (method === 'GET') return { status: 200, body: url ? [{ id: 'left', url, is_enabled: false, platform_account_ids: left }] : [] };
      patches.push(body);
      const isRefused = allowList !== null && (body as { platform_account_ids?: unknown }).platform_account_ids === null;
      return { status: isRefused ? 403 : 200, body: { id: 'left' } };
    },
  };
  return { client, patches };
}

const fields = { secret: wanted.secret, events: ['*'] };

test.each([
  ['of a key without a list, by another one without', null, null, [{}]],
  ['of a key with a list, by one without', ['a'], null, [{ platform_account_ids: null }]],
  [
    'of a key with a list, by one with a wider list',
    ['a'],
    ['a', 'b'],
    [{ platform_account_ids: null }, { platform_account_ids: ['a', 'b'] }],
  ],
  ['of a key with a list, by one that sees no account', ['a'], [], [{ platform_account_ids: null }, {}]],
])('a webhook %s is used again, for the accounts of the new key', async (_, left, allowList, changes) => {
  const { client, patches } = serviceWith(left, allowList);
  expect((await openListeningWebhook(client, wanted)).id).toBe('new');
  expect((await openListeningWebhook(client, wanted)).id).toBe('left');
  expect(patches).toEqual(changes.map((change) => ({ ...fields, ...change })));
});
