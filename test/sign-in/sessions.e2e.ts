import { newId } from '@pps/kernel';
import { recordAccountExport } from '@pps/workspaces';
import { accountExportStream } from '@pps/workspaces/events';
import { decode } from 'jsonwebtoken';
import { logIn, newKey, password, register } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

const hour = 3_600_000;

let service: RunningService;
let call: Call;
let now = Date.now();

beforeAll(async () => {
  service = await startService({}, () => new Date(now));
  call = service.call;
});

afterAll(() => service.stop());

const verdict = ({ status, body }: Answer) => [status, body?.error?.code];
const tokenOf = (headers: Readonly<Record<string, string>>) => headers['authorization']?.slice('Bearer '.length) ?? '';
const me = (headers: Readonly<Record<string, string>>) => call('GET', '/v1/auth/me', undefined, headers);

test('logging out ends the session on every process, and no other', async () => {
  const ada = await register(call);
  const other = bearer((await logIn(call, ada.email)).body.access_token);
  const elsewhere = await service.another();
  expect(verdict(await call('POST', '/v1/auth/logout', undefined, ada.session))).toEqual([204, undefined]);
  expect(verdict(await elsewhere('GET', '/v1/auth/me', undefined, ada.session))).toEqual([401, 'invalid_access_token']);
  expect(verdict(await me(ada.session))).toEqual([401, 'invalid_access_token']);
  expect((await me(other)).status).toBe(200);
});

test('a switched token is of the same session: it is listed once and ends with it', async () => {
  const ada = await register(call);
  const switched = await call('POST', '/v1/projects/switch', { project_id: ada.projectId }, ada.session);
  const [before, after] = [tokenOf(ada.session), switched.body.access_token].map((token) => decode(token) as Record<string, unknown>);
  expect([after?.['sid'], after?.['auth_time']]).toEqual([before?.['sid'], before?.['auth_time']]);
  expect((await call('GET', '/v1/auth/sessions', undefined, ada.session)).body).toHaveLength(1);
  await call('POST', '/v1/auth/logout', undefined, bearer(switched.body.access_token));
  expect((await me(ada.session)).status).toBe(401);
});

test('sessions are listed with what the client said it is, and ended one by one', async () => {
  const ada = await register(call);
  const { email } = ada;
  now += 1_000;
  const phone = await call('POST', '/v1/auth/login', { email, password }, { 'user-agent': `Phone ${'é'.repeat(300)}` });
  const listed = async () => (await call('GET', '/v1/auth/sessions', undefined, ada.session)).body as Record<string, unknown>[];
  const sessions = await listed();
  expect(sessions).toEqual([
    expect.objectContaining({ user_agent: expect.stringMatching(/^Phone/), current: false }),
    {
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.any(String),
      user_agent: 'node',
      current: true,
    },
  ]);
  const stranger = (await register(call)).session;
  const one = `/v1/auth/sessions/${String(sessions[0]?.['id'])}`;
  expect(verdict(await call('DELETE', one, undefined, stranger))).toEqual([404, 'not_found']);
  expect(verdict(await call('DELETE', `/v1/auth/sessions/${newId()}`, undefined, ada.session))).toEqual([404, 'not_found']);
  expect(verdict(await call('DELETE', '/v1/auth/sessions/7', undefined, ada.session))).toEqual([422, 'validation_error']);
  expect((await call('DELETE', one, undefined, ada.session)).status).toBe(204);
  expect((await me(bearer(phone.body.access_token))).status).toBe(401);
  expect((await listed()).map(({ current }) => current)).toEqual([true]);
});

test('a change of the password leaves the session that made it in the list, and no other', async () => {
  const ada = await register(call);
  await logIn(call, ada.email);
  const change = { current_password: password, new_password: 'a better horse battery' };
  expect((await call('POST', '/v1/auth/change-password', change, ada.session)).status).toBe(200);
  const { body } = await call('GET', '/v1/auth/sessions', undefined, ada.session);
  expect(body.map(({ current }: { current: boolean }) => current)).toEqual([true]);
});

test('keys, and tokens made with them, have no sessions', async () => {
  const ada = await register(call);
  const key = await newKey(call, ada.session);
  const switched = await call('POST', '/v1/projects/switch', { project_id: ada.projectId }, key.headers);
  for (const headers of [key.headers, bearer(switched.body.access_token)]) {
    expect(verdict(await call('GET', '/v1/auth/sessions', undefined, headers))).toEqual([403, 'session_required']);
    expect(verdict(await call('POST', '/v1/auth/logout', undefined, headers))).toEqual([403, 'session_required']);
  }
});

test('after a day, what can take an account over asks for the password again; after a month, the session is over', async () => {
  const ada = await register(call);
  const key = await newKey(call, ada.session);
  const start = now;
  const exported = await call('POST', '/v1/auth/account/export', undefined, ada.session);
  const ready = { exportId: exported.body.export_id as string, fileId: newId(), sizeBytes: 1, sha256: '0'.repeat(64), fileCount: 1 };
  const dates = { readyAt: new Date(start).toISOString(), expiresAt: new Date(start + 72 * hour).toISOString() };
  const origin = { organizationId: ada.organizationId, actor: { type: 'system' as const }, occurredAt: dates.readyAt };
  await service.parts.streams.decide(accountExportStream, ada.organizationId, origin, (state) =>
    recordAccountExport({ ...ready, ...dates }, state),
  );
  const linkFor = async (headers: Readonly<Record<string, string>>) => {
    const { status, download_url: link } = (await call('GET', '/v1/auth/account/export', undefined, headers)).body;
    return [status, typeof link];
  };
  expect(await linkFor(ada.session)).toEqual(['ready', 'string']);
  now = start + 25 * hour;
  expect(await linkFor(ada.session)).toEqual(['ready', 'object']);
  const sensitive = (headers: Readonly<Record<string, string>>) =>
    Promise.all([
      call('POST', '/v1/api-keys', { name: 'more' }, headers),
      call('POST', '/v1/auth/email/change/request', { new_email: `ada.${newId()}@example.test` }, headers),
      call('PATCH', `/v1/api-keys/${key.id}`, { name: 'wider' }, headers),
      call('GET', '/v1/platform/oauth/start', undefined, headers),
      call('POST', '/v1/billing/checkout', { plan: 'pro', billing_cycle: 'monthly' }, headers),
      call('POST', '/v1/billing/portal', undefined, headers),
    ]);
  const refused = [403, 'recent_login_required'];
  expect((await sensitive(ada.session)).map(verdict)).toEqual(Array.from({ length: 6 }, () => refused));
  expect((await sensitive(key.headers)).map(verdict)).not.toContainEqual(refused);
  const wrong = await call('POST', '/v1/auth/reauthenticate', { password: 'wrong' }, ada.session);
  expect([...verdict(wrong), wrong.body.error.errors[0].loc]).toEqual([422, 'validation_error', ['body', 'password']]);
  const renewed = await call('POST', '/v1/auth/reauthenticate', { password }, ada.session);
  expect(renewed.status).toBe(200);
  expect((await sensitive(bearer(renewed.body.access_token))).map(verdict)).not.toContainEqual(refused);
  expect(await linkFor(bearer(renewed.body.access_token))).toEqual(['ready', 'string']);
  expect((await me(ada.session)).status).toBe(200);
  now = start + 30 * 24 * hour - 60_000;
  const last = await call('POST', '/v1/projects/switch', { project_id: ada.projectId }, bearer(renewed.body.access_token));
  expect(last.body.expires_in).toBeLessThanOrEqual(60);
  now = start + 30 * 24 * hour;
  expect(verdict(await me(bearer(last.body.access_token)))).toEqual([401, 'invalid_access_token']);
  now = start;
});
