import { billingStream, type SubscriptionFact } from '@pps/billing/events';
import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import { pinQueued } from '@pps/pins/testing';
import { scheduleStream, type ScheduleFact } from '@pps/schedules/events';
import { scheduleCreated } from '@pps/schedules/testing';
import { logIn, newKey, password, register, type Account } from '../setup/account';
import { bearer, type Call } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { startService, type RunningService } from '../setup/running-service';
import { connectPlatformAccount } from './connect-platform-account';
import { historyExamples } from './history-examples';

let service: RunningService;
let call: Call;
let account: Account;

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any' });
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
const connectAccount = (owner: Account): Promise<string> => connectPlatformAccount(service.parts.streams, owner);

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

test('a failed sign-in is told, and that a flood of them is not recorded further', async () => {
  const owner = await register(call);
  expect((await logIn(call, owner.email, 'not the password')).status).toBe(401);
  const [failed] = await eventually('the failed sign-in', async () => {
    const { items } = await activity('?action=user.sign_in_failed', owner.session);
    return items.length > 0 ? items : undefined;
  });
  expect(failed).toMatchObject({
    category: 'security',
    status: 'failed',
    resource_type: 'user',
    resource_id: owner.userId,
    actor_type: 'system',
  });
  expect(JSON.stringify(failed)).not.toMatch(/127\.0\.0\.1|::1|@/);
});

test('log-outs and switches of project are told in every project of the organization', async () => {
  const owner = await register(call);
  const projects = (await call('POST', '/v1/projects/sandbox', undefined, owner.session)).body.projects;
  const { id: sandbox } = projects.find(({ environment }: { environment: string }) => environment === 'sandbox');
  const switched = await call('POST', '/v1/projects/switch', { project_id: sandbox }, owner.session);
  await call('POST', '/v1/projects/switch', { project_id: sandbox }, bearer(switched.body.access_token));
  const other = bearer((await logIn(call, owner.email)).body.access_token);
  expect((await call('POST', '/v1/auth/logout', undefined, other)).status).toBe(204);
  for (const session of [owner.session, bearer(switched.body.access_token)]) {
    expect((await activity('?action=project.switched', session)).items).toEqual([
      expect.objectContaining({ category: 'security', resource_id: sandbox, actor_id: owner.userId }),
    ]);
    expect((await activity('?action=user.signed_out', session)).items).toHaveLength(1);
  }
});

test('neither an address nor a password nor a token is in any of it', async () => {
  await logIn(call, account.email);
  const text = JSON.stringify(await activity('?limit=200'));
  for (const secret of [account.email, password, 'pps_live_'.padEnd(20), '127.0.0.1']) expect(text).not.toContain(secret);
});

const history = historyExamples();

/** Asks what an example of docs/history.md asks. */
function ask(question: string, values: Readonly<Record<string, string>> = {}, headers = account.session) {
  const route = history.get(question);
  if (route === undefined) throw new Error(`docs/history.md does not ask: ${question}`);
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? `no ${name}`));
  return call('GET', path, undefined, headers);
}

/** A moment after all that was answered and before all that follows. */
async function moment(): Promise<string> {
  const at = Date.now();
  await eventually('the next millisecond', async () => (Date.now() > at + 2 ? true : undefined));
  return new Date(at + 1).toISOString();
}

const origin = () =>
  ({ organizationId: account.organizationId, projectId: account.projectId, actor: { type: 'system' }, occurredAt: now() }) as const;

describe('docs/history.md answers', () => {
  it('which key could do what on a date', async () => {
    const owner = await register(call);
    const early = await moment();
    const key = await newKey(call, owner.session, { name: 'deploy', scopes: ['read', 'write'] });
    const able = await moment();
    await call('PATCH', `/v1/api-keys/${key.id}`, { scopes: ['read'] }, owner.session);
    const reading = await moment();
    await call('DELETE', `/v1/api-keys/${key.id}`, undefined, owner.session);
    const keysAt = async (date: string) => {
      const { status, body } = await ask('Which key could do what on a date?', { date }, owner.session);
      expect(status).toBe(200);
      return body.map((each: { scopes: string[]; revoked_at: string | null; name: string }) => [each.name, each.scopes, each.revoked_at]);
    };
    expect(await keysAt('2020-01-01T00:00:00Z')).toEqual([]);
    expect(await keysAt(early)).toEqual([]);
    expect(await keysAt(able)).toEqual([['deploy', ['read', 'write'], null]]);
    expect(await keysAt(reading)).toEqual([['deploy', ['read'], null]]);
    expect(await keysAt(await moment())).toEqual([['deploy', ['read'], expect.any(String)]]);
  });

  it('what a pin looked like when it was published', async () => {
    const { organizationId, projectId } = account;
    const [pinId, accountId] = [newId(), await connectAccount(account)];
    const before = await moment();
    const append = async (facts: readonly PinFact[]) => void (await service.parts.streams.decide(pinStream, pinId, origin(), () => facts));
    await append([pinQueued({ pinId, organizationId, projectId, accountId, epoch: 0 })]);
    const waiting = await moment();
    const { boardId, content, fingerprint } = pinQueued().data;
    await append([{ type: 'PinEdited', data: { boardId, content: { ...content, title: 'Green door' }, fingerprint, editedAt: now() } }]);
    const edited = await moment();
    await append([{ type: 'PinDeleted', data: { deletedAt: now(), removedFromPlatform: false } }]);
    const pinAt = async (date: string, headers = account.session) => {
      const { status, body } = await ask('What did this pin look like when it was published?', { pin_id: pinId, date }, headers);
      return status === 200 ? body.title : [status, body.error.code];
    };
    expect(await pinAt(before)).toEqual([404, 'not_found']);
    expect(await pinAt(waiting)).toBe(content.title);
    expect(await pinAt(edited)).toBe('Green door');
    expect(await pinAt(await moment())).toEqual([404, 'not_found']);
    expect(await pinAt(edited, (await register(call)).session)).toEqual([404, 'not_found']);
    const limited = await newKey(call, account.session, { platform_account_ids: [await connectAccount(account)] });
    expect(await pinAt(edited, limited.headers)).toEqual([403, 'account_not_permitted']);
  });

  it('who changed a webhook', async () => {
    const { body: webhook } = await call('POST', '/v1/webhooks', { url: 'https://hooks.example.test/' }, account.session);
    const key = await newKey(call, account.session, { name: 'ops' });
    await call('PATCH', `/v1/webhooks/${webhook.id}`, { events: ['*'] }, key.headers);
    const { items } = (await ask('Who changed this webhook?', { webhook_id: webhook.id })).body;
    expect(items).toEqual([
      expect.objectContaining({ action: 'webhook.updated', actor_label: 'ops', actor_user_id: account.userId }),
      expect.objectContaining({ action: 'webhook.created', actor_label: 'Ada Byron' }),
    ]);
  });

  it('which accounts were connected on a date', async () => {
    const owner = await register(call);
    const early = await moment();
    const accountId = await connectAccount(owner);
    const connected = await moment();
    await call('DELETE', `/v1/platform/accounts/${accountId}`, undefined, owner.session);
    const accountsAt = async (date: string) => (await ask('Which accounts were connected on a date?', { date }, owner.session)).body;
    expect(await accountsAt(early)).toEqual([]);
    expect(await accountsAt(connected)).toMatchObject([{ id: accountId, revoked_at: null, health_status: 'reconnect_required' }]);
    expect(await accountsAt(await moment())).toMatchObject([{ id: accountId, revoked_at: expect.any(String), health_status: 'revoked' }]);
  });

  it('what the plan allowed on a date, and what of it was used', async () => {
    const owner = await register(call);
    const early = await moment();
    const present = (await call('GET', '/v1/billing/status', undefined, owner.session)).body;
    const statusAt = (date: string) => ask('What did the plan allow on a date, and what of it was used?', { date }, owner.session);
    expect((await statusAt(early)).body).toEqual(present);
    const change: SubscriptionFact = { type: 'PlanChanged', data: { plan: 'growth', changedAt: now() } };
    await service.parts.streams.decide(billingStream, owner.organizationId, { ...origin(), organizationId: owner.organizationId }, () => [
      change,
    ]);
    expect((await statusAt(await moment())).body).toMatchObject({ plan: 'growth', quota_limit: 1_000 });
    expect((await statusAt(early)).body).toMatchObject({ plan: 'playground', quota_limit: 50, quota_used: 0 });
    expect((await statusAt('2020-01-01T00:00:00Z')).status).toBe(404);
  });

  it('when a schedule was to fire, as somebody saw it then', async () => {
    const { organizationId, projectId } = account;
    const [scheduleId, accountId] = [newId(), await connectAccount(account)];
    const first = scheduleCreated({ scheduleId, organizationId, projectId, accountId, epoch: 0, runAt: '2027-01-01T00:00:00.000Z' });
    await service.parts.streams.decide(scheduleStream, scheduleId, origin(), () => [first]);
    const then = await moment();
    const { boardId, content } = first.data;
    const edited: ScheduleFact = { type: 'ScheduleEdited', data: { boardId, content, runAt: '2027-02-01T00:00:00.000Z', editedAt: now() } };
    await service.parts.streams.decide(scheduleStream, scheduleId, origin(), () => [edited]);
    const answer = await ask('When was this schedule to fire, as seen on a date?', { schedule_id: scheduleId, date: then });
    expect([answer.status, answer.body.run_at, answer.body.status]).toEqual([200, '2027-01-01T00:00:00.000Z', 'scheduled']);
  });
});

test.each(['/v1/pins', '/v1/webhooks', '/v1/activity-logs', '/v1/auth/me', '/v1/billing/pricing', '/v1/billing/quota-ledger'])(
  '%s refuses as_of instead of answering the present',
  async (path) => {
    const { status, body } = await call('GET', `${path}?as_of=2026-01-01T00:00:00Z`, undefined, account.session);
    expect([status, body.error.errors]).toEqual([422, [expect.objectContaining({ loc: ['query', 'as_of'], type: 'not_applicable' })]]);
    const without = await call('GET', `${path}?as_of=2026-01-01T00:00:00Z`);
    expect(without.status).toBe(path === '/v1/billing/pricing' ? 422 : 401);
  },
);
