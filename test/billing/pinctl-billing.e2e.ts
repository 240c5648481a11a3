import { newId } from '@pps/kernel';
import { pinctl as run } from '../operations/projections/pinctl';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newQuotaWorkspace, type QuotaWorkspace } from './quota-workspace';
import { servedLog } from '../setup/running-service';

let service: PlatformService;
let workspace: QuotaWorkspace;
let settings: Record<string, string>;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground', EVENTSTORE_URL: servedLog });
  const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = service.parts.configuration;
  settings = { DATABASE_URL, EVENTSTORE_URL, DATA_DIR };
  workspace = await newQuotaWorkspace(service.call);
});
afterAll(() => service.stop());

const set = (...args: string[]) => run(settings, 'billing', 'set', ...args);
const status = async () => (await workspace.call('GET', '/v1/billing/status')).body;

it('puts a workspace on another plan, up and down, as the next request sees it', async () => {
  const { projectId: id, call, draft } = workspace;
  expect((await call('POST', '/v1/pins/batch', { pins: Array.from({ length: 50 }, () => draft()) })).body.created_count).toBe(50);
  expect((await call('POST', '/v1/pins', draft())).body.error.code).toBe('quota_exceeded');
  expect(await set(id, '--plan', 'starter')).toMatchObject({ code: 0, stdout: `${id}: plan starter, active` });
  expect(await status()).toMatchObject({ plan: 'starter', quota_limit: 300, quota_used: 50, quota_remaining: 250, quota_exhausted: false });
  const more = await call('POST', '/v1/pins', draft());
  expect([more.status, more.headers.get('x-service-quota-used'), more.headers.get('x-service-quota-limit')]).toEqual([201, '51', '300']);
  expect((await set(id, '--plan', 'playground')).code).toBe(0);
  expect(await status()).toMatchObject({ plan: 'playground', quota_limit: 50, quota_used: 51, quota_remaining: 0, quota_exhausted: true });
  const refused = await call('POST', '/v1/pins', draft());
  expect([refused.status, refused.body.error.code, refused.headers.get('x-service-quota-remaining')]).toEqual([402, 'quota_exceeded', '0']);
});

it('changes the standing of the payment, and says when nothing changed', async () => {
  const { projectId: id, call, draft } = workspace;
  await set(id, '--plan', 'growth', '--status', 'past_due');
  expect((await call('POST', '/v1/pins', draft())).body.error).toMatchObject({ code: 'billing_inactive', upgrade_url: expect.any(String) });
  expect(await set(id, '--status', 'past_due')).toMatchObject({ code: 0, stdout: `${id}: plan growth, past_due (as it was)` });
  expect((await set(id.toUpperCase(), '--status', 'active')).code).toBe(0);
  expect((await call('POST', '/v1/pins', draft())).status).toBe(201);
});

it('agrees on limits of its own with an organization on Enterprise, which hold at the next request', async () => {
  const { projectId: id, call, draft } = workspace;
  expect(await set(id, '--limit', 'quota_pins_monthly=60')).toMatchObject({ code: 1, stderr: expect.stringMatching(/enterprise/) });
  const agreed = ['--limit', 'quota_pins_monthly=5', '--limit', 'platform_accounts=80', '--limit', 'storage_bytes=1024'];
  expect(await set(id, '--plan', 'enterprise', ...agreed)).toMatchObject({
    code: 0,
    stdout: `${id}: plan enterprise, active, quota_pins_monthly=5, platform_accounts=80, storage_bytes=1024`,
  });
  expect(await status()).toMatchObject({ quota_limit: 5, platform_accounts_limit: 80, storage_quota_bytes: 1024 });
  const pins = Array.from({ length: 10 }, () => draft());
  expect((await call('POST', '/v1/pins/batch', { pins })).body.error).toMatchObject({ code: 'quota_exceeded', quota_limit: 5 });
  expect((await set(id, '--limit', 'quota_pins_monthly=plan')).code).toBe(0);
  expect((await call('POST', '/v1/pins/batch', { pins })).body.created_count).toBe(10);
  expect((await set(id, '--plan', 'growth')).stdout).toBe(`${id}: plan growth, active`);
  expect(await status()).toMatchObject({ quota_limit: 1_000, platform_accounts_limit: 5 });
});

it('leaves who did it in the log', async () => {
  const facts = await service.parts.store.read(`billing-${workspace.organizationId}`);
  const changes = facts.filter(({ type }) => type === 'PlanChanged' || type === 'BillingStatusChanged');
  expect(changes.length).toBeGreaterThan(2);
  for (const { metadata } of changes) {
    expect(metadata).toMatchObject({ actor: { type: 'system', id: expect.stringMatching(/^operator /) }, projectId: workspace.projectId });
  }
});

it.each([
  ['an id that is none', ['no-uuid', '--plan', 'pro'], 2],
  ['a plan that is none', [newId(), '--plan', 'gold'], 2],
  ['a status that is none', [newId(), '--status', 'rich'], 2],
  ['a limit that is none', [newId(), '--limit', 'pins=5'], 2],
  ['a limit that is no number', [newId(), '--limit', 'webhooks=-5'], 2],
  ['nothing to set', [newId()], 2],
  ['a workspace that is not there', [newId(), '--plan', 'pro'], 1],
])('refuses %s in one line', async (_, args, code) => {
  const ended = await set(...args);
  expect(ended.code).toBe(code);
  expect(ended.stderr.split('\n').filter(Boolean)).toHaveLength(1);
});
