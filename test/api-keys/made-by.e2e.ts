import { bearer, type Answer, type Call } from '../setup/caller';
import { newKey, password, register, type Account } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
let call: Call;
let account: Account;

beforeAll(async () => {
  service = await startService();
  call = service.call;
});

afterAll(() => service.stop());

beforeEach(async () => (account = await register(call)));

type Headers = Readonly<Record<string, string>>;
const verdict = ({ status, body }: Answer) => [status, body?.error?.code];
const change = (id: string, changes: object, by: Headers) => call('PATCH', `/v1/api-keys/${id}`, changes, by);

test('a key has what all that made it have now, and never changes one of them', async () => {
  const { session } = account;
  const maker = await newKey(call, session);
  const child = await newKey(call, maker.headers);
  const grandchild = await newKey(call, child.headers);
  expect((await change(maker.id, { scopes: ['read'] }, session)).status).toBe(200);
  for (const { headers } of [child, grandchild]) {
    expect(verdict(await call('POST', '/v1/api-keys', { name: 'more' }, headers))).toEqual([403, 'insufficient_scope']);
    expect(verdict(await change(maker.id, { scopes: ['read', 'write', 'destructive'] }, headers))).toEqual([403, 'insufficient_scope']);
    expect((await call('GET', '/v1/pins', undefined, headers)).status).toBe(200);
  }
  expect((await change(maker.id, { scopes: ['read', 'write', 'destructive'] }, session)).status).toBe(200);
  for (const id of [maker.id, child.id]) {
    expect(verdict(await change(id, { name: 'taken' }, grandchild.headers))).toEqual([403, 'session_required']);
    expect(verdict(await call('DELETE', `/v1/api-keys/${id}`, undefined, grandchild.headers))).toEqual([403, 'session_required']);
  }
  expect((await change(grandchild.id, { name: 'own' }, grandchild.headers)).body).toMatchObject({ name: 'own', made_by: child.id });
  const { body: listed } = await call('GET', '/v1/api-keys', undefined, session);
  expect(listed.map(({ id, made_by }: Answer['body']) => [id, made_by])).toEqual([
    [grandchild.id, child.id],
    [child.id, maker.id],
    [maker.id, null],
  ]);
});

test('a key of the sandbox reaches neither the person nor the organization, nor does a token made with it', async () => {
  const { session } = account;
  const { body } = await call('POST', '/v1/projects/sandbox', undefined, session);
  const { id: project_id } = body.projects.find(({ environment }: Answer['body']) => environment === 'sandbox');
  const inSandbox = bearer((await call('POST', '/v1/projects/switch', { project_id }, session)).body.access_token);
  const key = await newKey(call, inSandbox);
  const token = bearer((await call('POST', '/v1/projects/switch', { project_id }, key.headers)).body.access_token);
  const refused: [string, string, object?][] = [
    ['PUT', '/v1/auth/profile', { billing_email: 'taken@example.test' }],
    ['POST', '/v1/auth/email/change/request', { new_email: 'taken@example.test' }],
    ['POST', '/v1/auth/email/verify/request'],
    ['POST', '/v1/auth/change-password', { current_password: password, new_password: 'a better horse' }],
    ['POST', '/v1/projects/switch', { project_id: account.projectId }],
    ...['events', 'export', 'checkpoints', 'proof?event_id=x', 'consistency?first=1&second=1'].map((what): [string, string] => {
      return ['GET', `/v1/audit/${what}${what.includes('?') ? '&' : '?'}scope=organization`];
    }),
  ];
  for (const headers of [key.headers, token])
    for (const [method, path, sent] of refused) {
      const answer = await call(method, path, sent, headers);
      if (answer.status !== 422) expect([path, ...verdict(answer)]).toEqual([path, 403, 'session_required']);
    }
  const seen = async (headers: Headers) =>
    (await call('GET', '/v1/activity-logs', undefined, headers)).body.items.map(({ action }: Answer['body']) => action);
  expect(await seen(session)).toContain('user.registered');
  for (const headers of [key.headers, token]) {
    const actions = await seen(headers);
    expect(actions).toContain('api_key.created');
    expect(actions.filter((action: string) => /^(user|organization)\./.test(action))).toEqual([]);
    expect((await call('GET', '/v1/audit/events', undefined, headers)).status).toBe(200);
  }
  expect((await call('PUT', '/v1/auth/profile', { company_name: 'Byron' }, inSandbox)).status).toBe(200);
});
