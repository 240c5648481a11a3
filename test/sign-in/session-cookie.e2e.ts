import { decode } from 'jsonwebtoken';
import { authenticator, proveAddress } from '../setup/second-factor';
import { password, register } from '../setup/account';
import { bearer, type Answer } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
let plain: RunningService;
beforeAll(async () => {
  service = await startService({ PUBLIC_URL: 'https://pins.test' });
  plain = await startService({ PUBLIC_URL: 'http://pins.test' });
});
afterAll(async () => {
  await service.stop();
  await plain.stop();
});

const setCookie = ({ headers }: Answer): string => headers.get('set-cookie') ?? '';
const cookieOf = (answer: Answer): string => setCookie(answer).split(';')[0] ?? '';
/** As our own page sends it. */
const own = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin', 'x-session-carrier': 'cookie' });
const me = (headers: Readonly<Record<string, string>>) => service.call('GET', '/v1/auth/me', undefined, headers);
const logIn = (email: string) => service.call('POST', '/v1/auth/login', { email, password, carrier: 'cookie' });
const verdict = ({ status, body }: Answer) => [status, body?.error?.code];

test('a session is carried by a cookie from the sign-in to its end, and its token is in no answer', async () => {
  const { email, projectId } = await register(service.call);
  const signedIn = await logIn(email);
  expect(setCookie(signedIn)).toMatch(/^__Host-pps_session=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
  expect(signedIn.body).toMatchObject({ access_token: '', user: { email } });
  const headers = own(cookieOf(signedIn));
  expect((await me(headers)).body.user.email).toBe(email);

  // No script asks for the token either: a request that came by the cookie gets a cookie.
  for (const [path, body] of [
    ['/v1/projects/switch', { project_id: projectId }],
    ['/v1/auth/reauthenticate', { password }],
  ] as const) {
    const answer = await service.call('POST', path, body, headers);
    expect([path, answer.status, answer.body.access_token, cookieOf(answer).length > 100]).toEqual([path, 200, '', true]);
    expect((await me(own(cookieOf(answer)))).status).toBe(200);
  }

  const left = await service.call('POST', '/v1/auth/logout', undefined, headers);
  expect([left.status, setCookie(left)]).toEqual([204, expect.stringMatching(/^__Host-pps_session=; Path=\/; Max-Age=0;/)]);
  expect(verdict(await me(headers))).toEqual([401, 'invalid_access_token']);
});

test('it counts for our own pages alone, for writes with our header, and beside no other credential', async () => {
  const { email } = await register(service.call);
  const headers = own(cookieOf(await logIn(email)));
  const { cookie } = headers;
  const rename = (sent: Readonly<Record<string, string>>) => service.call('PUT', '/v1/auth/profile', { full_name: 'Renamed' }, sent);
  expect(verdict(await rename({ cookie, 'sec-fetch-site': 'same-origin' }))).toEqual([401, 'missing_credentials']);
  for (const site of ['cross-site', 'same-site', 'none'])
    expect([site, ...verdict(await rename({ ...headers, 'sec-fetch-site': site }))]).toEqual([site, 401, 'missing_credentials']);
  expect(verdict(await me({ ...headers, ...bearer('no-token') }))).toEqual([401, 'invalid_access_token']);
  expect(verdict(await me({ ...headers, authorization: 'Basic YTpi' }))).toEqual([401, 'missing_credentials']);
  expect(verdict(await me({ ...headers, 'x-api-key': 'pps_live_no' }))[1]).not.toBe(undefined);
  expect(verdict(await service.call('POST', '/mcp', {}, headers))[0]).toBe(401);
  expect((await rename(headers)).status).toBe(200);
});

test('a request that names the project it was made for is refused once the session is in another, and does nothing', async () => {
  const { email, projectId, session } = await register(service.call);
  const projects = (await service.call('POST', '/v1/projects/sandbox', undefined, session)).body.projects as { id: string }[];
  const sandboxId = projects.map(({ id }) => id).find((id) => id !== projectId) ?? '';
  const before = own(cookieOf(await logIn(email)));
  const after = own(cookieOf(await service.call('POST', '/v1/projects/switch', { project_id: sandboxId }, before)));
  const makeKey = (headers: Readonly<Record<string, string>>, named: string) =>
    service.call('POST', '/v1/api-keys', { name: 'Theirs' }, { ...headers, 'x-session-project': named });
  for (const named of [projectId, projectId.toUpperCase(), 'x', `${sandboxId}, ${projectId}`, `${sandboxId} `.repeat(2)]) {
    const refused = await makeKey(after, named);
    expect([named, ...verdict(refused), refused.body.error.active_project_id]).toEqual([named, 409, 'conflict', sandboxId]);
    expect((await service.call('GET', '/v1/api-keys', undefined, { ...after, 'x-session-project': named })).status).toBe(409);
    // As a browser asks for a download.
    const query = `x-session-project=${encodeURIComponent(named)}`;
    expect((await service.call('GET', `/v1/audit/keys?${query}&${query}`, undefined, after)).status).toBe(409);
    expect((await service.call('GET', `/v1/audit/keys?${query}`, undefined, after)).status).toBe(409);
  }
  const right = await service.call('GET', `/v1/audit/keys?x-session-project=${sandboxId}`, undefined, after);
  expect([right.status, right.headers.get('x-warning')]).toEqual([200, null]);
  expect((await service.call('GET', '/v1/api-keys', undefined, after)).body).toEqual([]);
  for (const [headers, named] of [
    [before, projectId],
    [after, sandboxId.toUpperCase()],
    [after, ''],
    // A token or a key is for one project: nobody else can take it elsewhere.
    [session, sandboxId],
  ] as const)
    expect([named, (await makeKey(headers, named)).status]).toEqual([named, 201]);
});

test('registration and the second factor take it too; a long body is read for it', async () => {
  const registered = await service.call('POST', '/v1/auth/register', {
    ...{ full_name: 'Ada', email: 'ada@cookies.test', password },
    carrier: 'cookie',
  });
  expect([registered.status, registered.body.access_token]).toEqual([201, '']);
  const headers = own(cookieOf(registered));
  await proveAddress(service.parts.streams, { userId: registered.body.user.id });
  const { body: setup } = await service.call('POST', '/v1/auth/second-factor/setup', undefined, headers);
  const app = authenticator(setup.secret);
  expect((await service.call('POST', '/v1/auth/second-factor/confirm', { code: app.code() }, headers)).status).toBe(200);
  const refused = await logIn('ada@cookies.test');
  expect([...verdict(refused), setCookie(refused)]).toEqual([401, 'second_factor_required', '']);
  const { ticket } = refused.body.error;
  const path = '/v1/auth/login/second-factor';
  const proven = await service.call('POST', path, { ticket, code: app.code(1), carrier: 'cookie' });
  expect([proven.status, proven.body.access_token, (await me(own(cookieOf(proven)))).status]).toEqual([200, '', 200]);
  const long = await service.call('POST', '/v1/pins', { title: 'x'.repeat(100_000) }, headers);
  expect(long.status).toBe(422);
});

test('a token in the answer is what one gets who does not ask, and a word that is none is refused', async () => {
  const { email } = await register(service.call);
  const answer = await service.call('POST', '/v1/auth/login', { email, password });
  expect([setCookie(answer), decode(answer.body.access_token)]).toEqual(['', expect.objectContaining({ sid: expect.any(String) })]);
  const wrong = await service.call('POST', '/v1/auth/login', { email, password, carrier: 'pigeon' });
  expect([wrong.status, setCookie(wrong)]).toEqual([422, '']);
});

test('over plain http it is given on this machine only', async () => {
  const { email } = await register(plain.call);
  const refused = await plain.call('POST', '/v1/auth/login', { email, password, carrier: 'cookie' });
  expect([refused.status, setCookie(refused), refused.body.detail]).toEqual([422, '', 'carrier: cookie needs an address with https']);
});
