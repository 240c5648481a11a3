import { connectionStream, type AccountConnected, type AccountRevoked } from '@pps/connections/events';
import { newId } from '@pps/kernel';
import { projectStream, type SandboxReset } from '@pps/workspaces/events';
import { bearer, type Answer, type Call } from '../setup/caller';
import { newSession, type Headers } from '../setup/platform-user';
import { startService, type RunningService } from '../setup/running-service';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const datetime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let service: RunningService;
let call: Call;
let session: Headers;

beforeAll(async () => {
  service = await startService();
  call = service.call;
});

afterAll(() => service.stop());

beforeEach(async () => (session = await newSession(call)));

async function newKey(request: object = {}, maker = session): Promise<Answer['body']> {
  const { status, body } = await call('POST', '/v1/api-keys', { name: 'build', ...request }, maker);
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
}

const withKey = (key: { api_key: string }) => ({ 'x-api-key': key.api_key });

const refusal = ({ status, body }: Answer) => [status, body.error.code, body.error.required_scope];

const now = () => new Date().toISOString();

async function connectAccount(projectId: string): Promise<string> {
  const accountId = newId();
  const grant = { profileRef: newId(), tokenRef: newId(), scopes: ['pins:write'], tokenExpiresAt: now() };
  const owner = { accountId, projectId, organizationId: newId(), epoch: 0, platformUserId: '7' };
  const fact: AccountConnected = { type: 'AccountConnected', data: { ...owner, ...grant, connectedAt: now() } };
  await service.parts.streams.decide(connectionStream, accountId, { actor: { type: 'system' }, occurredAt: now() }, () => [fact]);
  return accountId;
}

test('a key is shown once, and listed without itself', async () => {
  const key = await newKey();
  const { api_key, ...shown } = key;
  expect(api_key).toMatch(/^pps_live_[0-9A-Za-z]{38}$/);
  expect(shown).toEqual({
    authorized_by_email: null,
    id: uuid,
    workspace_id: uuid,
    name: 'build',
    key_prefix: api_key.slice(0, 13),
    scopes: ['read', 'write', 'destructive'],
    platform_account_ids: null,
    made_by: null,
    expires_at: null,
    source: null,
    client_name: null,
    publishing_mode: null,
    created_at: datetime,
  });
  const list = await call('GET', '/v1/api-keys', undefined, session);
  expect([list.status, list.body]).toEqual([200, [{ ...shown, last_used_at: null, revoked_at: null }]]);
  expect((await call('GET', '/v1/api-keys', undefined, withKey(key))).body[0].last_used_at).toEqual(datetime);
  expect((await call('GET', '/v1/api-keys', undefined, bearer(api_key))).status).toBe(200);
  expect((await call('GET', '/v1/api-keys', undefined, await newSession(call))).body).toEqual([]);
});

test('a key is no session', async () => {
  const key = await newKey();
  expect(refusal(await call('GET', '/v1/auth/me', undefined, withKey(key)))).toEqual([403, 'session_required', undefined]);
  // A client that sends its key with everything still reaches a session's route with its session.
  expect((await call('GET', '/v1/auth/me', undefined, { ...withKey(key), ...session })).status).toBe(200);
  expect((await call('GET', '/v1/auth/me', undefined, { ...withKey(key), ...bearer('nonsense') })).status).toBe(401);
  expect(refusal(await call('GET', '/v1/projects', undefined, withKey(key)))).toEqual([403, 'session_required', undefined]);
});

test('a key may do what its scopes say, which is checked before the input', async () => {
  const [reader, writer] = [await newKey({ scopes: ['read'] }), await newKey({ scopes: ['write'] })];
  expect((await call('GET', '/v1/api-keys', undefined, withKey(reader))).status).toBe(200);
  expect(refusal(await call('POST', '/v1/api-keys', { nonsense: 1 }, withKey(reader)))).toEqual([403, 'insufficient_scope', 'write']);
  expect(refusal(await call('GET', '/v1/api-keys', undefined, withKey(writer)))).toEqual([403, 'insufficient_scope', 'read']);
  expect(refusal(await call('DELETE', `/v1/api-keys/${writer.id}`, undefined, withKey(writer)))).toEqual([
    403,
    'insufficient_scope',
    'destructive',
  ]);
});

test('a key never grants more than it has', async () => {
  const writer = await newKey({ scopes: ['write'] });
  const make = (request: object) => call('POST', '/v1/api-keys', { name: 'more', ...request }, withKey(writer));
  expect(refusal(await make({ scopes: ['write', 'read'] }))).toEqual([403, 'insufficient_scope', 'read']);
  expect(refusal(await make({}))).toEqual([403, 'insufficient_scope', 'read']);
  expect((await make({ scopes: ['write'] })).status).toBe(201);
  const raise = await call('PATCH', `/v1/api-keys/${writer.id}`, { scopes: ['destructive'] }, withKey(writer));
  expect(refusal(raise)).toEqual([403, 'insufficient_scope', 'destructive']);
});

test('a key is for accounts that exist', async () => {
  const unknown = await call('POST', '/v1/api-keys', { name: 'build', platform_account_ids: [newId()] }, session);
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
  const none = await call('POST', '/v1/api-keys', { name: 'build', platform_account_ids: [] }, session);
  expect(none.status).toBe(422);
});

test('a key is not for an account that was disconnected', async () => {
  const key = await newKey();
  const accountId = await connectAccount(key.workspace_id);
  const data = { accountId, projectId: key.workspace_id, revokedAt: now() };
  const revoked: AccountRevoked = { type: 'AccountRevoked', data };
  await service.parts.streams.decide(connectionStream, accountId, { actor: { type: 'system' }, occurredAt: now() }, () => [revoked]);
  const list = { platform_account_ids: [accountId] };
  for (const answer of [
    await call('POST', '/v1/api-keys', { name: 'build', ...list }, session),
    await call('PATCH', `/v1/api-keys/${key.id}`, list, session),
  ]) {
    expect(refusal(answer)).toEqual([409, 'account_revoked', undefined]);
    expect(answer.body.error).toMatchObject({ account_id: accountId, connect_url: expect.stringContaining(accountId) });
  }
});

test('a key changes only keys inside its own grants', async () => {
  const { workspace_id } = await newKey();
  const mine = await connectAccount(workspace_id);
  const writer = await newKey({ scopes: ['write'], platform_account_ids: [mine] });
  const reader = await newKey({ scopes: ['read'] });
  const patch = (changes: object, by = writer) => call('PATCH', `/v1/api-keys/${reader.id}`, changes, withKey(by));
  expect(refusal(await patch({ scopes: ['read', 'write'] }))).toEqual([403, 'insufficient_scope', 'read']);
  expect(refusal(await patch({ scopes: ['write'] }))).toEqual([403, 'insufficient_scope', 'read']);
  const other = await newKey({ scopes: ['read'], platform_account_ids: [await connectAccount(workspace_id)] });
  const widened = await call('PATCH', `/v1/api-keys/${other.id}`, { platform_account_ids: [mine] }, withKey(writer));
  expect(refusal(widened)).toEqual([403, 'insufficient_scope', 'read']);
  expect(refusal(await patch({ name: 'renamed' }))).toEqual([403, 'insufficient_scope', 'read']);
  const narrow = await newKey({ scopes: ['read', 'write'], platform_account_ids: [mine] });
  expect(refusal(await patch({ name: 'renamed' }, narrow))).toEqual([403, 'account_not_permitted', undefined]);
  const wide = await newKey({ scopes: ['read', 'write'] });
  expect((await patch({ name: 'renamed' }, wide)).body).toMatchObject({ name: 'renamed', scopes: ['read'], platform_account_ids: null });
});

test('an allow-list names accounts of the project, and a key made with it cannot widen it', async () => {
  const { workspace_id } = await newKey();
  const [mine, second, foreign] = [await connectAccount(workspace_id), await connectAccount(workspace_id), await connectAccount(newId())];
  const limited = await newKey({ platform_account_ids: [mine.toUpperCase()] });
  expect(limited.platform_account_ids).toEqual([mine]);
  const make = (ids: string[] | null, maker = session) => call('POST', '/v1/api-keys', { name: 'more', platform_account_ids: ids }, maker);
  expect((await make([foreign])).status).toBe(404);
  expect((await make([mine], withKey(limited))).status).toBe(201);
  expect(refusal(await make(null, withKey(limited)))).toEqual([403, 'account_not_permitted', undefined]);
  const wider = await make([second], withKey(limited));
  expect([wider.status, wider.body.error.code, wider.body.error.account_id]).toEqual([403, 'account_not_permitted', second]);
  const raise = await call('PATCH', `/v1/api-keys/${limited.id}`, { platform_account_ids: null }, withKey(limited));
  expect(refusal(raise)).toEqual([403, 'account_not_permitted', undefined]);
  const lifted = await call('PATCH', `/v1/api-keys/${limited.id}`, { platform_account_ids: null }, session);
  expect([lifted.status, lifted.body.platform_account_ids]).toEqual([200, null]);
});

test('a key dies with the epoch it was made in', async () => {
  const key = await newKey();
  expect((await call('GET', '/v1/api-keys', undefined, withKey(key))).status).toBe(200);
  const reset: SandboxReset = { type: 'SandboxReset', data: { epoch: 1, resetAt: now() } };
  await service.parts.streams.decide(projectStream, key.workspace_id, { actor: { type: 'system' }, occurredAt: now() }, () => [reset]);
  const refused = await call('GET', '/v1/api-keys', undefined, withKey(key));
  expect([refused.status, refused.body.detail]).toEqual([401, 'Invalid API key']);
  expect((await call('GET', '/v1/api-keys', undefined, session)).body).toEqual([]);
});

test('a revoked key is refused at once by every process, and stays listed', async () => {
  const other = await service.another();
  const key = await newKey();
  expect((await other('GET', '/v1/api-keys', undefined, withKey(key))).status).toBe(200);
  expect((await call('DELETE', `/v1/api-keys/${key.id}`, undefined, session)).status).toBe(204);
  const refused = await other('GET', '/v1/api-keys', undefined, withKey(key));
  expect([refused.status, refused.body.detail]).toEqual([401, 'Invalid API key']);
  expect((await call('DELETE', `/v1/api-keys/${key.id}`, undefined, session)).status).toBe(204);
  const list = await call('GET', '/v1/api-keys', undefined, session);
  expect(list.body).toMatchObject([{ id: key.id, revoked_at: datetime }]);
});

test('a key is changed in place', async () => {
  const key = await newKey();
  const changed = await call('PATCH', `/v1/api-keys/${key.id}`, { name: 'deploy', scopes: ['read'] }, session);
  expect([changed.status, changed.body]).toMatchObject([200, { id: key.id, name: 'deploy', scopes: ['read'], platform_account_ids: null }]);
  expect(refusal(await call('POST', '/v1/api-keys', { name: 'x' }, withKey(key)))).toEqual([403, 'insufficient_scope', 'write']);
  expect((await call('GET', '/v1/api-keys', undefined, session)).body).toMatchObject([{ name: 'deploy', scopes: ['read'] }]);
});

test('absent, foreign and malformed ids', async () => {
  const key = await newKey();
  const stranger = await newSession(call);
  expect((await call('DELETE', `/v1/api-keys/${newId()}`, undefined, session)).status).toBe(404);
  expect((await call('DELETE', `/v1/api-keys/${key.id}`, undefined, stranger)).status).toBe(404);
  expect((await call('PATCH', `/v1/api-keys/${key.id}`, { name: 'mine' }, stranger)).status).toBe(404);
  expect((await call('DELETE', '/v1/api-keys/7', undefined, session)).status).toBe(422);
  expect((await call('GET', '/v1/api-keys', undefined, withKey(key))).status).toBe(200);
});

test('neither keys nor passwords nor addresses are logged', async () => {
  const key = await newKey();
  await call('GET', '/v1/api-keys', undefined, withKey(key));
  const text = service.log.join('\n');
  expect(text).toContain('/v1/api-keys');
  expect(text).not.toMatch(/correct horse|@example\.test|pps_live_/);
});
