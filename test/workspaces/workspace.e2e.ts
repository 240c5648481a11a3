import { unsubscribeToken } from '@pps/mail';
import { newId } from '@pps/kernel';
import { sandboxProjectId } from '@pps/workspaces';
import { projectStream, type ProjectCreated } from '@pps/workspaces/events';
import { newKey, password, register, type Account } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const datetime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let service: RunningService;
let call: Call;

beforeAll(async () => {
  service = await startService();
  call = service.call;
});

afterAll(() => service.stop());

type Headers = Readonly<Record<string, string>>;
const refusal = ({ status, body }: Answer) => [status, body.error.code];

async function withSandbox({ organizationId }: Account): Promise<string> {
  const projectId = sandboxProjectId(organizationId);
  const occurredAt = new Date().toISOString();
  const data = { projectId, organizationId, environment: 'sandbox', name: 'Sandbox', timezone: 'UTC', createdAt: occurredAt } as const;
  const fact: ProjectCreated = { type: 'ProjectCreated', data };
  await service.parts.streams.decide(projectStream, projectId, { organizationId, actor: { type: 'system' }, occurredAt }, () => [fact]);
  return projectId;
}

describe('the profile', () => {
  const get = (headers: Headers) => call('GET', '/v1/auth/profile', undefined, headers);
  const put = (headers: Headers, body: object) => call('PUT', '/v1/auth/profile', body, headers);

  it('shows every field, changes those that are named, and is the same for a key', async () => {
    const { email, session } = await register(call, { workspace_name: 'Engines' });
    const nothing = Object.fromEntries(
      ['company_name', 'company_website', 'billing_email', 'billing_phone', 'tax_id', 'address_line1', 'address_line2']
        .concat(['address_city', 'address_state', 'address_postal_code', 'address_country', 'pending_email_change_to'])
        .concat('pending_email_change_requested_at')
        .map((field) => [field, null]),
    );
    const fresh = { full_name: 'Ada Byron', email, workspace_name: 'Engines', ...nothing };
    expect((await get(session)).body).toEqual(fresh);
    const changes = {
      full_name: 'Ada Lovelace',
      workspace_name: 'Analytical Engines',
      billing_email: 'bills@example.test',
      address_country: 'GB',
    };
    expect((await put(session, changes)).body).toEqual({ ...fresh, ...changes });
    const cleared = await put((await newKey(call, session)).headers, { billing_email: null, tax_id: 'GB 1' });
    expect([cleared.status, cleared.body]).toEqual([200, { ...fresh, ...changes, billing_email: null, tax_id: 'GB 1' }]);
    const { body } = await call('GET', '/v1/auth/me', undefined, session);
    expect([body.user.full_name, body.organization.name]).toEqual(['Ada Lovelace', 'Analytical Engines']);
  });

  it('takes changes that come at the same time together, each field as it was sent', async () => {
    const { session } = await register(call);
    const fields = [
      'full_name',
      'company_name',
      'billing_phone',
      'tax_id',
      'address_line1',
      'address_line2',
      'address_city',
      'address_state',
    ];
    const answers = await Promise.all(fields.map((field) => put(session, { full_name: 'Ada', [field]: `${field} 1` })));
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    const { full_name, ...organization } = Object.fromEntries(fields.map((field) => [field, `${field} 1`]));
    const { body } = await get(session);
    expect(body).toMatchObject(organization);
    expect(['Ada', full_name]).toContain(body.full_name);
  });

  it('changes nothing when one of its fields is refused', async () => {
    const { session } = await register(call);
    const before = (await get(session)).body;
    expect((await put(session, { full_name: 'Ada Lovelace', billing_email: 'none' })).status).toBe(422);
    expect((await put(session, { full_name: '', tax_id: 'GB 1' })).status).toBe(422);
    expect((await get(session)).body).toEqual(before);
  });

  it.each([
    ['email', 'other@example.test'],
    ['workspace_name', null],
    ['workspace_name', ''],
    ['billing_email', 'none'],
    ['billing_phone', '1'.repeat(51)],
    ['tax_id', '1'.repeat(101)],
    ['address_city', 'x'.repeat(121)],
    ['address_postal_code', '1'.repeat(41)],
    ['address_country', 'x'.repeat(11)],
  ])('%# refuses a wrong %s', async (field, value) => {
    const { session } = await register(call);
    const { status, body } = await put(session, { [field]: value });
    expect([status, body.error.errors?.[0].loc]).toEqual([422, ['body', field]]);
  });
});

describe('mail preferences', () => {
  const get = (headers: Headers) => call('GET', '/v1/email/preferences', undefined, headers);
  const patch = (headers: Headers, body: object) => call('PATCH', '/v1/email/preferences', body, headers);
  const unsubscribe = (query: Record<string, string>) => call('GET', `/v1/email/unsubscribe?${new URLSearchParams(query)}`);

  it('want everything at first, and are stored per project', async () => {
    const account = await register(call);
    const { body } = await get(account.session);
    expect(body).toEqual({
      id: uuid,
      workspace_id: account.projectId,
      user_id: account.userId,
      transactional_enabled: true,
      alerts_enabled: true,
      verification_enabled: true,
      created_at: datetime,
      updated_at: body.created_at,
    });
    const changed = await patch(account.session, { alerts_enabled: false });
    expect([changed.status, changed.body]).toEqual([200, { ...body, alerts_enabled: false, updated_at: datetime }]);
    expect((await patch(account.session, {})).body).toEqual(changed.body);
    expect((await patch(account.session, { alerts_enabled: 'no' })).status).toBe(422);
    const project_id = await withSandbox(account);
    const { access_token } = (await call('POST', '/v1/projects/switch', { project_id }, account.session)).body;
    expect((await get(bearer(access_token))).body).toMatchObject({ workspace_id: project_id, alerts_enabled: true });
  });

  it('are ended by a link of their own, which no one else can make', async () => {
    const { userId, projectId, session } = await register(call);
    const token = unsubscribeToken(userId, projectId, service.parts.keys.EMAIL_HASH_KEY);
    const stranger = await register(call);
    const wrong = [
      { workspace_id: stranger.projectId, token },
      { workspace_id: projectId, token: `${token}A` },
      { workspace_id: projectId, token, user_id: stranger.userId },
      { workspace_id: newId(), token: unsubscribeToken(userId, newId(), service.parts.keys.EMAIL_HASH_KEY) },
    ];
    for (const query of wrong) expect(refusal(await unsubscribe(query))).toEqual([400, 'invalid_token']);
    expect((await unsubscribe({ workspace_id: 'mine', token })).status).toBe(422);
    expect((await get(session)).body.alerts_enabled).toBe(true);
    const done = await unsubscribe({ workspace_id: projectId, token, user_id: userId });
    expect([done.status, done.body]).toEqual([200, { status: 'unsubscribed', message: expect.any(String) }]);
    expect((await unsubscribe({ workspace_id: projectId, token })).status).toBe(200);
    const none = { transactional_enabled: false, alerts_enabled: false, verification_enabled: false };
    expect((await get(session)).body).toMatchObject(none);
  });
});

describe('switching projects', () => {
  const switchTo = (project_id: string, headers: Headers) => call('POST', '/v1/projects/switch', { project_id }, headers);
  const keysOf = (headers: Headers) => call('GET', '/v1/api-keys', undefined, headers);

  it('gives the same session a token for the other project', async () => {
    const account = await register(call);
    const sandbox = await withSandbox(account);
    const { status, body } = await switchTo(sandbox, account.session);
    const { body: context } = await call('GET', '/v1/projects', undefined, bearer(body.access_token));
    expect([status, body]).toEqual([200, { ...context, access_token: expect.any(String), token_type: 'bearer', expires_in: 43_200 }]);
    expect([context.active_project.id, context.projects.length]).toEqual([sandbox, 2]);
    const change = { current_password: password, new_password: 'a better horse' };
    expect((await call('POST', '/v1/auth/change-password', change, bearer(body.access_token))).status).toBe(200);
    expect((await keysOf(account.session)).status).toBe(200);
    expect(refusal(await switchTo((await register(call)).projectId, account.session))).toEqual([404, 'not_found']);
    expect((await switchTo('sandbox', account.session)).status).toBe(422);
  });

  it('through a key gives no more than the key has, no session, and ends with the key', async () => {
    const account = await register(call);
    const sandbox = await withSandbox(account);
    const writer = await newKey(call, account.session, { scopes: ['write'] });
    expect(refusal(await switchTo(sandbox, (await newKey(call, account.session, { scopes: ['read'] })).headers))).toEqual([
      403,
      'insufficient_scope',
    ]);
    const { status, body } = await switchTo(sandbox, writer.headers);
    expect([status, body.active_project.id]).toEqual([200, sandbox]);
    const switched = bearer(body.access_token);
    expect(refusal(await keysOf(switched))).toEqual([403, 'insufficient_scope']);
    expect(refusal(await call('GET', '/v1/auth/me', undefined, switched))).toEqual([403, 'session_required']);
    expect(refusal(await call('POST', '/v1/api-keys', { name: 'more' }, switched))).toEqual([403, 'insufficient_scope']);
    const again = bearer((await switchTo(account.projectId, switched)).body.access_token);
    expect(refusal(await keysOf(again))).toEqual([403, 'insufficient_scope']);
    expect((await call('DELETE', `/v1/api-keys/${writer.id}`, undefined, account.session)).status).toBe(204);
    for (const token of [switched, again]) expect(refusal(await switchTo(sandbox, token))).toEqual([401, 'invalid_access_token']);
  });
});
