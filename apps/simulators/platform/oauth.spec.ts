import { allPlatformScopes, connect, consent, testRedirectUri, requestToken, send, startTestSimulators } from '../testing';
import type { TestSimulators } from '../testing';

let simulators: TestSimulators;
let url: string;
beforeAll(async () => {
  simulators = await startTestSimulators();
  url = simulators.url;
});
afterAll(() => simulators.discard());

const codeOf = async (username: string) => (await consent(url, { decision: 'approve', username })).searchParams.get('code') ?? '';
const exchange = (code: string, client?: string) =>
  requestToken(url, { grant_type: 'authorization_code', code, redirect_uri: testRedirectUri }, client);
const refresh = (token: string) => requestToken(url, { grant_type: 'refresh_token', refresh_token: token });

test('the consent page is a form whose action keeps the query', async () => {
  const query = `client_id=app&redirect_uri=${encodeURIComponent(testRedirectUri)}&response_type=code&scope=boards:read&state=s%22`;
  const { status, json, headers } = await send('GET', `${url}/platform/oauth/?${query}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/html');
  expect(json).toContain('state=s%22');
});

test.each([
  ['/platform/oauth/', 'username'],
  ['/identity/authorize', 'email'],
])('a query of %s that names the person makes no second field of it', async (path, field) => {
  const asked = `client_id=app&redirect_uri=${encodeURIComponent(testRedirectUri)}&response_type=code&scope=openid&state=s&decision=deny`;
  const address = `${url}${path}?${asked}&${field}=bob@example.test&scopes=boards:read`;
  const { json } = await send('GET', address);
  expect([...String(json).matchAll(/ name="([a-z_]+)"/g)].map(([, name]) => name).filter((name) => name === field)).toEqual([field]);
  const { status, headers } = await send('POST', address, new URLSearchParams({ [field]: 'alice@example.test', decision: 'approve' }));
  expect([status, new URL(headers.get('location') ?? '').searchParams.get('code')]).toEqual([302, expect.stringMatching(/.{20}/)]);
});

test('approving leads back with a code and the state, denying with access_denied', async () => {
  const approved = await consent(url, { decision: 'approve', username: 'ann' });
  expect(approved.searchParams.get('state')).toBe('s');
  expect(approved.searchParams.get('code')).toMatch(/.{20}/);
  const denied = await consent(url, { decision: 'deny' });
  expect(denied.search).toBe('?error=access_denied&state=s');
});

test('a code gives tokens once, to the app it was given to', async () => {
  const code = await codeOf('bob');
  const first = await exchange(code);
  expect(first.status).toBe(200);
  expect(first.json).toMatchObject({
    token_type: 'bearer',
    expires_in: 2_592_000,
    refresh_token_expires_in: 5_184_000,
    scope: allPlatformScopes.join(' '),
  });
  expect((await exchange(code)).status).toBe(400);
  expect((await exchange(await codeOf('bob'), 'other:secret')).status).toBe(400);
  expect((await requestToken(url, { grant_type: 'authorization_code' }, '')).json).toEqual({ code: 2, message: 'Authentication failed.' });
});

test('a refresh rotates: the old refresh token is dead, of two at once one wins', async () => {
  const { refreshToken } = await connect(url, 'cleo');
  const both = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const winner = both.find(({ status }) => status === 200);
  expect((await refresh(winner?.json.refresh_token)).status).toBe(200);
});

test('fewer scopes may be chosen, and calls that need more are refused with 401/3', async () => {
  const back = await consent(url, { decision: 'approve', username: 'dora', scopes: 'boards:read' });
  const { json } = await exchange(back.searchParams.get('code') ?? '');
  expect(json.scope).toBe('boards:read');
  const created = await send('POST', `${url}/platform/v5/boards`, { name: 'b' }, { authorization: `Bearer ${json.access_token}` });
  expect([created.status, created.json.code]).toEqual([401, 3]);
});

test('the same username is the same platform user, with digits beyond 2^53 as id', async () => {
  const [first, second] = [await connect(url, 'eve'), await connect(url, 'eve')];
  const ids = [(await first.call('GET', '/user_account')).json.id, (await second.call('GET', '/user_account')).json.id];
  expect(ids[0]).toBe(ids[1]);
  expect(BigInt(ids[0]) > 2n ** 53n).toBe(true);
});

test('expiring kills the access token only, revoking both', async () => {
  const user = await connect(url, 'fay');
  await send('POST', `${url}/platform/_control/tokens/expire`, { username: 'fay' });
  const expired = await user.call('GET', '/boards');
  expect([expired.status, expired.json.code]).toEqual([401, 2]);
  const renewed = await refresh(user.refreshToken);
  expect(renewed.status).toBe(200);
  await send('POST', `${url}/platform/_control/tokens/revoke`, { username: 'fay' });
  expect((await refresh(renewed.json.refresh_token)).status).toBe(401);
});
