import { authorizationOfCode } from '@pps/identity';
import { AttemptWindows } from '@pps/rate-limits';
import { register } from '../setup/account';
import { bearer } from '../setup/caller';
import { approving, openBrowser } from './open-browser';
import { grantTo, programAt, redirectUri, registered, startGrantService, type GrantService, type Program } from './grant-service';

let service: GrantService;
let program: Program;
let clientId: string;

beforeAll(async () => {
  const planner = { client_id: 'planner', client_name: 'Planner', redirect_uris: [redirectUri] };
  service = await startGrantService({ OAUTH_CLIENTS: JSON.stringify([planner]) });
  program = programAt(service.url);
  clientId = await registered(program);
});
afterAll(() => service.stop());

const tools = async (token: string, path = '/mcp') => {
  const headers = { ...bearer(token), 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  return (await fetch(service.url + path, { method: 'POST', headers, body })).status;
};
const consent = async () => {
  const person = await register(service.call);
  const browser = openBrowser(service.url);
  const page = await browser.signIn(program.authorizeUrl(clientId), person.email);
  const answer = (ticked: Readonly<Record<string, string>>) => browser.answer(page, ticked);
  return { person, answer, agree: (ticked = {}) => answer(approving(person.projectId, ticked)) };
};
const codeIn = (location: string | null): string => new URL(location ?? '').searchParams.get('code') ?? '';

test('a code counts once: brought again with its verifier it ends the grant, at once and later', async () => {
  for (const seconds of [0, 61]) {
    const code = codeIn((await (await consent()).agree()).location);
    const first = await program.redeem(code, clientId);
    expect([first.status, await tools(first.body.access_token)]).toEqual([200, 200]);
    service.after(seconds);
    const again = await program.redeem(code, clientId);
    expect([again.status, again.body.error, await tools(first.body.access_token)]).toEqual([400, 'invalid_grant', 401]);
    expect((await program.refresh(first.body.refresh_token, clientId)).body.error).toBe('invalid_grant');
  }
});

test.each(['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)}=`, `${'a'.repeat(42)}é`])('%s is no verifier', async (verifier) => {
  const browser = openBrowser(service.url);
  const person = await register(service.call);
  const { createHash } = await import('node:crypto');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const page = await browser.signIn(program.authorizeUrl(clientId, { code_challenge }), person.email);
  const code = codeIn((await browser.answer(page, approving(person.projectId))).location);
  expect((await program.redeem(code, clientId, { code_verifier: verifier })).body.error).toBe('invalid_grant');
});

test('a form that asks for a new sandbox and is sent twice is one answer, also where the first took the last key', async () => {
  const { answer, person } = await consent();
  const ticked = approving('new_sandbox');
  const one = await answer(ticked);
  expect((await program.redeem(codeIn(one.location), clientId)).body.access_token).toMatch(/^pps_test_at_/);
  const again = await answer(ticked);
  expect([one.status, again.status, again.location]).toEqual([303, 303, one.location]);
  expect((await service.call('GET', '/v1/projects', undefined, person.session)).body).toMatchObject({ projects: [{}, {}] });
});

test('the first answer counts: other days and a late no are told so', async () => {
  const { agree, answer } = await consent();
  const one = await agree({ days: '30' });
  expect((await agree({ days: '1' })).status).toBe(409);
  const no = await answer({ answer: 'deny' });
  expect([no.status, no.location]).toEqual([409, null]);
  expect((await agree({ days: '30' })).location).toBe(one.location);
  expect((await program.redeem(codeIn(one.location), clientId)).status).toBe(200);
});

test('an old token that turns up somewhere ends nothing', async () => {
  const { access, refresh } = await grantTo(service, { program, clientId });
  service.after(3_601);
  // requests-oauthlib 1.3.0 sends the one along, simple-oauth2 5.1.0 the other.
  const next = (await program.refresh(refresh, clientId, { allow_redirects: 'True', client_secret: 'none' })).body;
  // That library forgets the token it has where an answer has none.
  const again = (await program.refresh(refresh, clientId)).body;
  expect([again.refresh_token, typeof again.refresh_token]).toEqual([next.refresh_token, 'string']);
  expect((await program.revoke(access)).status).toBe(200);
  expect(await tools(next.access_token)).toBe(200);
  await program.revoke(next.access_token);
  expect(await tools(next.access_token)).toBe(401);
});

test('a token is good by the route, however its address is written', async () => {
  const { access } = await grantTo(service, { program, clientId });
  expect([await tools(access, '/%6dcp'), await tools(access, '/mcp?x=/v1')]).toEqual([200, 200]);
  const over = await grantTo(service, { program, clientId, asked: { resource: `${service.url}/v1` } });
  const listed = await fetch(`${service.url}/%761/pins`, { headers: bearer(over.access) });
  expect([await tools(over.access, '/%6dcp'), await tools(over.access, '/%6Dcp/'), listed.status]).toEqual([
    401,
    expect.not.stringMatching('200'),
    200,
  ]);
});

test('a program reaches no keys, connections, billing or the person', async () => {
  const { access, account } = await grantTo(service, {
    asked: { resource: `${service.url}/v1`, scope: 'read write destructive' },
    ticked: { scope_destructive: 'on' },
  });
  const [own] = (await service.call('GET', '/v1/api-keys', undefined, account.session)).body;
  for (const [method, path, body] of [
    ['POST', '/v1/api-keys', { name: 'mine', scopes: ['read'] }],
    ['PATCH', `/v1/api-keys/${own.id}`, { name: 'mine' }],
    ['DELETE', `/v1/api-keys/${own.id}`],
    ['POST', '/v1/auth/change-password', { current_password: 'correct horse', new_password: 'a better horse battery' }],
    ['POST', '/v1/auth/email/change/request', { new_email: 'other@example.com', password: 'correct horse' }],
    ['POST', '/v1/auth/email/verify/request', {}],
    ['PUT', '/v1/auth/profile', { full_name: 'Somebody' }],
    ['PATCH', '/v1/email/preferences', {}],
    ['POST', '/v1/billing/checkout', { plan: 'pro', billing_cycle: 'monthly' }],
    ['POST', '/v1/billing/portal', {}],
    ['GET', '/v1/platform/oauth/start'],
    ['POST', '/v1/projects/sandbox', {}],
    ['POST', '/v1/projects/sandbox/reset', {}],
    ['POST', '/v1/projects/switch', { project_id: account.projectId }],
  ] as const) {
    const { status, body: answer } = await service.call(method, path, body, bearer(access));
    expect([method, path, status, answer.error?.code]).toEqual([method, path, 403, 'session_required']);
  }
  expect((await service.call('GET', '/v1/pins', undefined, bearer(access))).status).toBe(200);
});

describe('what a program holds already', () => {
  const all = { asked: { scope: 'read write destructive' }, ticked: { scope_destructive: 'on' } };
  const tickedOn = async (client: string, email: string) => {
    const { text } = await openBrowser(service.url).signIn(program.authorizeUrl(client, { scope: 'write' }), email);
    const chosen = /name="project" value="([^"]+)" required checked/.exec(text)?.[1];
    return {
      chosen,
      scopes: [...text.matchAll(/name="scope_(\w+)" value="on"( +checked)?/g)].map(
        ([, scope, ticked]) => scope + (ticked ? ' ticked' : ''),
      ),
    };
  };

  test('is ticked in its project where somebody knows the program, and unticked where another may bear its id', async () => {
    const { account } = await grantTo(service, { program, clientId: 'planner', ...all });
    expect((await service.call('POST', '/v1/projects/sandbox', {}, account.session)).status).toBeLessThan(300);
    await grantTo(service, { program, clientId, account, ...all });
    const chosen = account.projectId;
    expect(await tickedOn('planner', account.email)).toEqual({ chosen, scopes: ['read ticked', 'write ticked', 'destructive ticked'] });
    expect(await tickedOn(clientId, account.email)).toEqual({ chosen, scopes: ['read', 'write ticked', 'destructive'] });
  });

  test('is of the present epoch, and what is left unticked of it is not asked for again', async () => {
    const account = await register(service.call);
    const sandbox = { ...all, ticked: { ...all.ticked, project: 'new_sandbox' } };
    await grantTo(service, { program, clientId: 'planner', account, ...sandbox });
    expect((await tickedOn('planner', account.email)).scopes).toHaveLength(3);
    const browser = openBrowser(service.url);
    const page = await browser.signIn(program.authorizeUrl('planner', { scope: 'write' }), account.email);
    const code = codeIn((await browser.answer(page, approving(account.projectId, { scope_read: '' }))).location);
    await program.redeem(code, 'planner');
    const approvals = await service.parts.store.read(`authorization-${authorizationOfCode(code, service.parts.keys.API_KEY_HASH_KEY)}`);
    expect(approvals[0]?.data).toMatchObject({ scopes: ['write'], declinedScopes: ['read', 'destructive'] });
    const [key] = (await service.call('GET', '/v1/api-keys', undefined, account.session)).body;
    await service.call('DELETE', `/v1/api-keys/${key.id}`, undefined, account.session);
    await service.call('POST', '/v1/projects/sandbox/reset', {}, account.session);
    expect((await tickedOn('planner', account.email)).scopes).toEqual(['write ticked']);
  });
});

test('approvals of a person are bounded', async () => {
  const { agree, person } = await consent();
  const windows = new AttemptWindows(service.parts.db, service.parts.keys.EMAIL_HASH_KEY);
  for (let n = 0; n < 100; n++) await windows.count({ subject: 'program approvals', source: person.userId }, 3_600_000);
  expect((await agree()).status).toBe(429);
});
