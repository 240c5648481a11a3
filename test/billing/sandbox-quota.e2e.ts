import { bearer } from '../setup/caller';
import { newSession } from '../setup/platform-user';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
beforeAll(async () => (service = await startPlatformService({ DEFAULT_PLAN: 'growth' })));
afterAll(() => service.stop());

it('counts a sandbox alone, against the numbers of sandboxes, whatever the plan', async () => {
  const { call } = service;
  const production = await newSession(call);
  const made = await call('POST', '/v1/projects/sandbox', undefined, production);
  const { body } = await call('POST', '/v1/projects/switch', { project_id: made.body.projects[1].id }, production);
  const sandbox = bearer(body.access_token);
  const [account] = (await call('GET', '/v1/platform/accounts', undefined, sandbox)).body;
  const [board] = (await call('GET', `/v1/platform/boards?account_id=${account.id}`, undefined, sandbox)).body;
  const pin = { account_id: account.id, board_id: board.id, title: 'Blue door', image_url: 'https://images.example.com/door.jpg' };
  const created = await call('POST', '/v1/pins', pin, sandbox);
  expect(['limit', 'used', 'remaining'].map((name) => created.headers.get(`x-service-quota-${name}`))).toEqual(['100', '1', '99']);
  expect((await call('GET', '/v1/billing/status', undefined, sandbox)).body).toMatchObject({
    plan: 'growth',
    quota_limit: 100,
    quota_used: 1,
    quota_remaining: 99,
    platform_accounts_limit: 5,
    platform_accounts_used: 1,
    features: { uploaded_media_assets: true, bulk_imports: true },
  });
  expect((await call('GET', '/v1/billing/quota-ledger', undefined, sandbox)).body.items).toHaveLength(1);
  expect((await call('GET', '/v1/billing/status', undefined, production)).body).toMatchObject({ quota_limit: 1_000, quota_used: 0 });
  expect((await call('GET', '/v1/billing/quota-ledger', undefined, production)).body.items).toEqual([]);
});
