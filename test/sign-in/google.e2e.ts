import { userStream } from '@pps/identity/events';
import { newId } from '@pps/kernel';
import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { send, startTestSimulators, type TestSimulators } from '../../apps/simulators/testing';
import { register } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

const connectorKey = Buffer.alloc(32, 7);

let simulators: TestSimulators;
let service: RunningService;
let call: Call;

beforeAll(async () => {
  simulators = await startTestSimulators();
  service = await startService({
    APP_URL: 'https://app.test',
    GOOGLE_ISSUER: `${simulators.url}/identity`,
    GOOGLE_CLIENT_ID: 'pins',
    GOOGLE_CLIENT_SECRET: 'simulated',
    CONNECTOR_URL: 'https://connector.test/signed-in',
    CONNECTOR_KEY: connectorKey.toString('base64'),
  });
  call = service.call;
});

afterAll(async () => {
  await service.stop();
  await simulators.discard();
});

const someone = () => ({ email: `grace.${newId()}@example.test`, name: 'Grace Hopper', email_verified: 'true' });
type Person = ReturnType<typeof someone>;

async function begin(query = ''): Promise<string> {
  const { status, headers } = await call('GET', `/v1/auth/google/login${query}`);
  expect(status).toBe(302);
  return headers.get('location') ?? '';
}

/** Where Google sends the browser back to: a path of ours. */
async function consent(authorizationUrl: string, form: Record<string, string>): Promise<string> {
  const { headers } = await send('POST', authorizationUrl, new URLSearchParams(form));
  const back = new URL(headers.get('location') ?? '');
  expect(back.pathname).toBe('/v1/auth/google/callback');
  return back.pathname + back.search;
}

async function comeBack(path: string): Promise<URL> {
  const { status, headers } = await call('GET', path);
  expect(status).toBe(302);
  return new URL(headers.get('location') ?? '');
}

const signIn = async (person: Person, query = '') => comeBack(await consent(await begin(query), { decision: 'approve', ...person }));
const complete = (page: URL): Promise<Answer> => call('POST', '/v1/auth/google/complete', { token: page.searchParams.get('token') });
const errorOf = (page: URL) => [page.pathname, page.searchParams.get('error')];

test('a new person gets an account, one mail about it, and comes back to the same account', async () => {
  expect((await call('GET', '/v1/auth/google/status')).body).toEqual({ enabled: true });
  const person = someone();
  const page = await signIn(person, '?next=/app/pins?page=2');
  expect([page.origin, page.pathname, page.searchParams.get('next')]).toEqual(['https://app.test', '/auth/complete', '/app/pins?page=2']);
  const { status, body } = await complete(page);
  expect([status, body.is_new_user, body.token_type]).toEqual([200, true, 'bearer']);
  expect(body.user).toMatchObject({ email: person.email, full_name: 'Grace Hopper', email_verified: true });
  const { access_token, token_type, expires_in, is_new_user, ...session } = body;
  expect([token_type, expires_in, is_new_user]).toEqual(['bearer', 43_200, true]);
  expect((await call('GET', '/v1/auth/me', undefined, bearer(access_token))).body).toEqual(session);
  const again = await complete(page);
  expect([again.status, again.body.error.code]).toEqual([400, 'invalid_token']);
  const next = await complete(await signIn({ ...person, email: person.email.toUpperCase() }));
  expect([next.body.is_new_user, next.body.user.id]).toEqual([false, body.user.id]);
});

test('who signed up through Google has no password until one is chosen', async () => {
  const person = someone();
  const { body } = await complete(await signIn(person));
  expect((await call('POST', '/v1/auth/login', { email: person.email, password: 'correct horse' })).status).toBe(401);
  const change = { current_password: 'correct horse', new_password: 'a better horse' };
  expect((await call('POST', '/v1/auth/change-password', change, bearer(body.access_token))).status).toBe(422);
});

test('an account with the address is signed in when both sides have proven the address, and not otherwise', async () => {
  const account = await register(call);
  const person = { ...someone(), email: account.email };
  expect(errorOf(await signIn(person))).toEqual(['/auth/complete', 'account_exists']);
  await verifyEmail(account.userId);
  expect(errorOf(await signIn({ ...person, email_verified: 'false' }))).toEqual(['/auth/complete', 'access_denied']);
  const { body } = await complete(await signIn(person));
  expect([body.is_new_user, body.user.id]).toEqual([false, account.userId]);
  expect(errorOf(await signIn({ ...someone(), email_verified: 'false' }))).toEqual(['/auth/complete', 'access_denied']);
});

async function verifyEmail(userId: string): Promise<void> {
  const occurredAt = new Date().toISOString();
  await service.parts.streams.decide(userStream, userId, { actor: { type: 'system' }, occurredAt }, (state) => {
    const emailHash = state.kind === 'registered' ? state.emailHash : '';
    return [{ type: 'EmailVerified', data: { emailHash, requestId: newId(), verifiedAt: occurredAt } } as const];
  });
}

test('one person in several windows at once is one account', async () => {
  const person = someone();
  const pages = await Promise.all(Array.from({ length: 5 }, () => signIn(person)));
  const answers = await Promise.all(pages.map(complete));
  expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
  expect(answers.filter(({ body }) => body.is_new_user)).toHaveLength(1);
});

test('one of many exchanges of a token succeeds', async () => {
  const page = await signIn(someone());
  const answers = await Promise.all(Array.from({ length: 20 }, () => complete(page)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  for (const token of ['x'.repeat(65), 'y'.repeat(20)]) {
    expect((await call('POST', '/v1/auth/google/complete', { token })).status).toBe(400);
  }
  expect((await call('POST', '/v1/auth/google/complete', {})).status).toBe(422);
});

test('a refusal, a code or state of others, a state brought back twice, and Google gone wrong', async () => {
  const back = '/v1/auth/google/callback';
  expect(errorOf(await comeBack(await consent(await begin(), { decision: 'deny' })))).toEqual(['/auth/complete', 'access_denied']);
  const path = await consent(await begin(), { decision: 'approve', ...someone() });
  const other = new URL(await consent(await begin(), { decision: 'approve', ...someone() }), 'https://api.test');
  const swapped = new URL(path, 'https://api.test');
  swapped.searchParams.set('code', other.searchParams.get('code') ?? '');
  expect(errorOf(await comeBack(swapped.pathname + swapped.search))).toEqual(['/auth/complete', 'access_denied']);
  expect(errorOf(await comeBack(path))).toEqual(['/auth/complete', 'invalid_state']);
  const good = await consent(await begin(), { decision: 'approve', ...someone() });
  expect((await comeBack(good)).searchParams.get('token')).toBeTruthy();
  expect(errorOf(await comeBack(good))).toEqual(['/auth/complete', 'invalid_state']);
  const state = swapped.searchParams.get('state') ?? '';
  for (const wrong of [
    '',
    'x',
    `${state}A`,
    `${state.slice(0, -43)}${'!'.repeat(43)}`,
    `A${state}`,
    '.',
    `${'a'.repeat(50)}.${'b'.repeat(43)}`,
  ]) {
    expect([wrong, ...errorOf(await comeBack(`${back}?code=x&state=${wrong}`))]).toEqual([wrong, '/auth/complete', 'invalid_state']);
  }
  const json = await call('GET', `${back}?code=x&state=x`, undefined, { accept: 'application/json' });
  expect([json.status, json.body.error.code]).toEqual([400, 'invalid_state']);
});

test('a browser ends the sign-in it began, and no other', async () => {
  const start = await call('GET', '/v1/auth/google/login');
  const cookie = start.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^pps_browser=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/);
  const [own = ''] = cookie.split(';');
  const path = await consent(start.headers.get('location') ?? '', { decision: 'approve', ...someone() });
  const browse = async (headers: Record<string, string>) => {
    const { headers: answer } = await request(`${service.url}${path}`, { headers: { 'sec-fetch-mode': 'navigate', ...headers } });
    return new URL(String(answer['location']));
  };
  for (const strange of [{}, { cookie: `pps_browser=${'a'.repeat(43)}` }, { cookie: own.slice(0, -1) }]) {
    expect(errorOf(await browse(strange))).toEqual(['/auth/complete', 'invalid_state']);
  }
  const token = (await browse({ cookie: `theme=dark; ${own}; other=1` })).searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  const redeem = (headers: Record<string, string>) => call('POST', '/v1/auth/google/complete', { token }, headers);
  for (const strange of [{ cookie: `pps_browser=${'a'.repeat(43)}` }, { 'sec-fetch-site': 'same-origin' }]) {
    expect((await redeem(strange)).body.error.code).toBe('invalid_token');
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-mode': 'navigate' };
  const body = new URLSearchParams({ token }).toString();
  expect((await request(`${service.url}/app/auth/complete`, { method: 'POST', headers: form, body })).statusCode).toBe(400);
  expect((await redeem({ cookie: own, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  const again = await call('GET', '/v1/auth/google/login', undefined, { cookie: own });
  expect(again.headers.get('set-cookie')).toContain(own);
});

test.each(['//evil.test', 'https://evil.test', '/\\evil.test', 'app', '/a\nb', ''])('%# next must be a path of ours', async (next) => {
  const { status, body } = await call('GET', `/v1/auth/google/login?${new URLSearchParams({ next })}`);
  expect([status, body?.error.errors[0].loc]).toEqual([422, ['query', 'next']]);
});

test('a sign-in that a connector asked for goes on to the connector', async () => {
  const signature = createHmac('sha256', connectorKey).update('request-7').digest('base64url');
  const page = await signIn(someone(), `?connector=request-7.${signature}`);
  expect([page.origin + page.pathname, page.searchParams.get('request')]).toEqual(['https://connector.test/signed-in', 'request-7']);
  expect((await complete(page)).body.is_new_user).toBe(true);
  const refused = await begin(`?connector=request-7.${signature}`);
  const back = await comeBack(await consent(refused, { decision: 'deny' }));
  expect(back.href).toBe('https://connector.test/signed-in?request=request-7&error=access_denied');
  for (const connector of ['request-7', `request-8.${signature}`, 'request 7']) {
    const { status, body } = await call('GET', `/v1/auth/google/login?${new URLSearchParams({ connector })}`);
    expect([connector, status, body?.error.errors[0].loc]).toEqual([connector, 422, ['query', 'connector']]);
  }
});

test('nothing of it works where no provider is configured', async () => {
  const plain = await startService();
  try {
    expect((await plain.call('GET', '/v1/auth/google/status')).body).toEqual({ enabled: false });
    const { status, body } = await plain.call('GET', '/v1/auth/google/login');
    expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
  } finally {
    await plain.stop();
  }
});
