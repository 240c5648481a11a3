import { authorizationOfCode } from '@pps/identity';
import { bearer } from '../setup/caller';
import { register } from '../setup/account';
import { newKey } from '../setup/account';
import { approving, fieldOf, openBrowser } from './open-browser';
import { grantTo, programAt, redirectUri, registered, startGrantService, type GrantService } from './grant-service';

let service: GrantService;
let url: string;

beforeAll(async () => {
  service = await startGrantService();
  ({ url } = service);
});
afterAll(() => service.stop());

const fetched = async (path: string) => {
  const response = await fetch(url + path);
  return { status: response.status, body: await response.json() };
};
const mcp = (token: string, method = 'tools/list', params: object = {}) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
const works = async (token: string) => (await mcp(token)).status === 200;
const v1 = (token: string) => service.call('GET', '/v1/pins', undefined, bearer(token));
const said = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];

test('programs find out where to begin', async () => {
  const { body: server } = await fetched('/.well-known/oauth-authorization-server');
  expect(server).toMatchObject({ issuer: url, registration_endpoint: `${url}/oauth/register`, code_challenge_methods_supported: ['S256'] });
  for (const resource of ['mcp', 'v1'])
    expect((await fetched(`/.well-known/oauth-protected-resource/${resource}`)).body).toMatchObject({
      resource: `${url}/${resource}`,
      authorization_servers: [url],
    });
  expect((await fetched('/.well-known/oauth-protected-resource')).status).toBe(404);
  const stranger = await fetch(`${url}/mcp`);
  expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer scope="read write", resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`,
  ]);
  expect((await mcp('pps_live_x')).headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", .*resource_metadata="/);
});

test('a person lets a program act, which is listed among the keys and ends with them', async () => {
  const { account, access, refresh, body, clientId, program, code } = await grantTo(service);
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'read write' });
  expect(3_600 - body.expires_in).toBeLessThan(60);
  expect([access, refresh]).toEqual([expect.stringMatching(/^pps_live_at_\w{60}$/), expect.stringMatching(/^pps_live_rt_\w{60}$/)]);
  expect(await works(access)).toBe(true);
  expect([await works(refresh), (await v1(access)).status, (await v1(refresh)).status]).toEqual([false, 401, 401]);
  const { body: keys } = await service.call('GET', '/v1/api-keys', undefined, account.session);
  expect(keys).toEqual([
    expect.objectContaining({ source: 'oauth', client_name: 'Walker', authorized_by_email: account.email, scopes: ['read', 'write'] }),
  ]);
  const approvals = await service.parts.store.read(`authorization-${authorizationOfCode(code, service.parts.keys.API_KEY_HASH_KEY)}`);
  const facts = [...approvals, ...(await service.parts.store.read(`apikey-${keys[0].id}`))];
  expect(facts.map(({ type }) => type)).toEqual(['AuthorizationApproved', 'ApiKeyCreated']);
  const written = `${JSON.stringify(facts.map(({ data }) => data))} ${service.log.join('\n')}`;
  for (const secret of [access, refresh, code, program.verifier, account.email]) expect(written).not.toContain(secret);
  const other = await grantTo(service, { account, clientId, program });
  expect((await service.call('DELETE', `/v1/api-keys/${keys[0].id}`, undefined, account.session)).status).toBe(204);
  expect([await works(access), said(await program.refresh(refresh, clientId))]).toEqual([false, [400, 'invalid_grant']]);
  // The second grant to the same program is another one.
  expect(await works(other.access)).toBe(true);
  expect((await program.revoke(other.refresh)).status).toBe(200);
  expect(await works(other.access)).toBe(false);
});

test('tokens for the interface are none for the tools', async () => {
  const { access, refresh, program, clientId } = await grantTo(service, { asked: { resource: `${url}/v1` } });
  expect([(await v1(access)).status, await works(access)]).toEqual([200, false]);
  expect(said(await program.refresh(refresh, clientId, { resource: `${url}/mcp` }))).toEqual([400, 'invalid_target']);
  expect((await program.refresh(refresh, clientId, { resource: `${url}/v1` })).status).toBe(200);
  // A key is good at both, as before.
  const { text } = await newKey(service.call, (await register(service.call)).session);
  expect([(await v1(text)).status, await works(text)]).toEqual([200, true]);
});

test('opening it, and loading it twice, does nothing; a form that is sent twice is one answer', async () => {
  const account = await register(service.call);
  const program = programAt(url);
  const clientId = await registered(program);
  const browser = openBrowser(url);
  const asked = program.authorizeUrl(clientId);
  const head = await service.parts.store.head();
  for (const purpose of ['', 'prefetch']) await browser.open(asked, { 'sec-purpose': purpose });
  expect(await service.parts.store.head()).toBe(head);
  const page = await browser.signIn(asked, account.email);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Nobody has checked that name')]);
  expect(page.text).toContain('a program on this machine');
  expect(page.text).not.toMatch(/<script(?! src="assets)/);
  expect((await service.call('GET', '/v1/api-keys', undefined, account.session)).body).toEqual([]);
  const [one, again] = [await browser.answer(page, approving(account.projectId)), await browser.answer(page, approving(account.projectId))];
  expect([one.status, again.location]).toEqual([303, one.location]);
  const { searchParams } = new URL(one.location ?? '');
  expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['st', url]);
  const different = await browser.answer(page, approving(account.projectId, { scope_write: '' }));
  expect([different.status, different.text]).toEqual([409, expect.stringContaining('You have answered already')]);
  const denied = await browser.answer(await browser.signIn(asked, account.email), { answer: 'deny' });
  expect(new URL(denied.location ?? '').searchParams.get('error')).toBe('access_denied');
});

test('what is unticked is not given, and accounts and time are bounded', async () => {
  const { account, body, access, program, refresh, clientId } = await grantTo(service, { ticked: { scope_write: '', days: '1' } });
  expect(body.scope).toBe('read');
  const [key] = (await service.call('GET', '/v1/api-keys', undefined, account.session)).body;
  expect(Date.parse(key.expires_at) - service.clock().getTime()).toBeLessThan(86_400_000);
  service.after(3_601);
  expect(await works(access)).toBe(false);
  const next = await program.refresh(refresh, clientId);
  expect([next.status, await works(next.body.access_token)]).toEqual([200, true]);
  service.after(86_400);
  expect([await works(next.body.access_token), said(await program.refresh(next.body.refresh_token, clientId))]).toEqual([
    false,
    [400, 'invalid_grant'],
  ]);
});

test('the same description is the same program, whose port on the own machine is free', async () => {
  const program = programAt(url);
  const id = await registered(program, 'Twice');
  expect([await registered(program, 'Twice'), (await registered(program, 'Other')) === id]).toEqual([id, false]);
  expect(
    fieldOf(await openBrowser(url).open(program.authorizeUrl(id, { redirect_uri: redirectUri.replace(':9', ':3335') })), 'request'),
  ).not.toBe('');
});
