import { connectionStream, type AccountConnected } from '@pps/connections/events';
import { newId } from '@pps/kernel';
import { logIn, newKey, password, register, type Account } from '../setup/account';
import type { Call } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
let call: Call;
let account: Account;

beforeAll(async () => {
  service = await startService();
  call = service.call;
  account = await register(call, { full_name: 'Ada Byron' });
});

afterAll(() => service.stop());

const activity = async (query = '', headers = account.session) => {
  const { status, body } = await call('GET', `/v1/activity-logs${query}`, undefined, headers);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};

const now = () => new Date().toISOString();

async function connectAccount({ projectId, organizationId }: Account): Promise<string> {
  const accountId = newId();
  const grant = { profileRef: newId(), tokenRef: newId(), scopes: ['pins:write'], tokenExpiresAt: now() };
  const owner = { accountId, projectId, organizationId, epoch: 0, platformUserId: '7' };
  const fact: AccountConnected = { type: 'AccountConnected', data: { ...owner, ...grant, connectedAt: now() } };
  const origin = { organizationId, projectId, epoch: 0, actor: { type: 'user', id: account.userId }, occurredAt: now() } as const;
  await service.parts.runner.run(connectionStream, accountId, origin, () => [fact]);
  return accountId;
}

test('an entry says who did what, when, by which request, and how long it is kept', async () => {
  const request = { ...account.session, 'x-request-id': 'made-a-key-1' };
  const { body: key } = await call('POST', '/v1/api-keys', { name: 'deploy', scopes: ['read'] }, request);
  const { items, next_cursor, current_retention_days, current_retention_label } = await activity();
  expect([next_cursor, current_retention_days, current_retention_label]).toEqual([null, 7, '7 days']);
  expect(items[0]).toEqual({
    id: expect.any(String),
    ...{ actor_type: 'user', actor_id: account.userId, actor_user_id: account.userId, actor_label: 'Ada Byron' },
    ...{ action: 'api_key.created', category: 'security', status: 'success', message: 'An API key was made that may read.' },
    ...{ resource_type: 'api_key', resource_id: key.id, request_id: 'made-a-key-1', retention_days: 7 },
    metadata: { key_prefix: key.key_prefix, scopes: ['read'], platform_account_ids: null },
    ...{ created_at: expect.any(String), expires_at: expect.any(String) },
  });
  expect(Date.parse(items[0].expires_at) - Date.parse(items[0].created_at)).toBe(7 * 86_400_000);
  const actions = items.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['user.registered', 'plan.started', 'project.created', 'user.signed_in']));
});

test('what an API key does is told under its name, and as its user', async () => {
  const key = await newKey(call, account.session, { name: 'deploy bot' });
  const made = await newKey(call, key.headers);
  const { items } = await activity(`?actor=${key.id}`);
  expect(items).toEqual([
    expect.objectContaining({
      ...{ actor_type: 'api_key', actor_label: 'deploy bot', actor_user_id: account.userId },
      ...{ action: 'api_key.created', resource_id: made.id },
    }),
  ]);
});

test('pages follow each other without a gap, and the filters narrow them', async () => {
  const whole = (await activity('?limit=200')).items.map(({ id }: { id: string }) => id);
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: { id: string }[]; next_cursor: string | null } = await activity(`?limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(paged).toEqual(whole);
  expect((await activity('?category=security&action=user.signed_in&status=success')).items).toHaveLength(1);
  expect((await activity('?action=user.signed_in&category=billing')).items).toEqual([]);
  expect((await activity('?action=nothing.known')).items).toEqual([]);
  expect((await activity(`?until=${new Date(0).toISOString()}`)).items).toEqual([]);
  expect((await activity('?since=9999-12-31T23:59:59Z')).items).toEqual([]);
});

test.each([
  'limit=0',
  'limit=201',
  'cursor=zzz',
  'category=gossip',
  'status=maybe',
  'since=yesterday',
  'action=%00',
  `actor=${'a'.repeat(65)}`,
])('a query of %s is refused', async (query) => {
  const { status, body } = await call('GET', `/v1/activity-logs?${query}`, undefined, account.session);
  expect([status, body.error.code]).toEqual([422, 'validation_error']);
});

test('nobody sees what another organization does, and a limited key only what concerns its accounts', async () => {
  const stranger = await register(call);
  const [mine, other] = [await connectAccount(account), await connectAccount(account)];
  const key = await newKey(call, account.session, { platform_account_ids: [mine], scopes: ['read'] });
  expect((await activity(`?resource_id=${mine}`, stranger.session)).items).toEqual([]);
  const seen = (await activity('', key.headers)).items.map((item: { action: string; resource_id: string }) => [
    item.action,
    item.resource_id,
  ]);
  expect(seen).toEqual([['account.connected', mine]]);
  expect((await activity(`?resource_id=${other}`, key.headers)).items).toEqual([]);
  const named = await call('GET', `/v1/activity-logs?resource_type=account&resource_id=${other}`, undefined, key.headers);
  expect([named.status, named.body.error.code]).toEqual([403, 'account_not_permitted']);
});

test('neither an address nor a password nor a token is in any of it', async () => {
  await logIn(call, account.email);
  const text = JSON.stringify(await activity('?limit=200'));
  for (const secret of [account.email, password, 'pps_live_'.padEnd(20), '127.0.0.1']) expect(text).not.toContain(secret);
});
