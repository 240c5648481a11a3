import { newId } from '@pps/kernel';
import { deviceSignInStream } from '@pps/identity/events';
import { newKey, password, register, type Account } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { enableSecondFactor, proveAddress } from '../setup/second-factor';
import { startService, type RunningService } from '../setup/running-service';
import { approving, sendForm, terminalAt, ticketIn } from './terminal';

let service: RunningService;
let call: Call;
let url: string;
let aheadMs = 0;
let account: Account;
let terminal: ReturnType<typeof terminalAt>;

const clock = () => new Date(Date.now() + aheadMs);
const after = (seconds: number): void => void (aheadMs += seconds * 1_000);

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any' }, clock);
  ({ call, url } = service);
  terminal = terminalAt(url);
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await register(call);
});

const begin = async () => (await terminal.begin()).body;
const consentOf = (userCode: string, of = account) => terminal.signIn(userCode, of.email, password);
const said = ({ status, body }: { status: number; body: Answer['body'] }) => [status, body.error];
const ask = (token: string, path = '/v1/pins') => call('GET', path, undefined, bearer(token));
const keysOf = async ({ session }: Account) => (await call('GET', '/v1/api-keys', undefined, session)).body;

test('a terminal gets a key of 90 days once its person has compared the code and agreed', async () => {
  const { status, headers, body: started } = await terminal.begin('ada <laptop>');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(started).toMatchObject({ expires_in: 600, interval: 5, verification_uri: expect.stringMatching(/\/app\/device$/) });
  expect(started.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(started.verification_uri_complete).toBe(`${started.verification_uri}?user_code=${started.user_code}`);
  expect(said(await terminal.poll(started.device_code))).toEqual([400, 'authorization_pending']);

  const opened = await fetch(`${url}/app/device?user_code=${started.user_code.toLowerCase()}`);
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining(started.user_code)]);
  const page = await consentOf(started.user_code);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(started.user_code)]);
  expect(page.text).toMatch(/ada &lt;laptop&gt;/);
  for (const shown of ['127.0.0.1', account.email]) expect(page.text).toContain(shown);
  expect(page.text).toMatch(/value="new_sandbox"[^>]*checked/);
  const before = await service.parts.store.head();
  await terminal.poll(started.device_code);
  expect(said(await terminal.poll(started.device_code))).toEqual([400, 'slow_down']);
  after(16);
  expect(said(await terminal.poll(started.device_code))).toEqual([400, 'authorization_pending']);
  expect(await service.parts.store.head()).toBe(before);

  expect((await terminal.answer(page, approving('new_sandbox'))).text).toContain('Your terminal is signed in');
  const answered = await terminal.poll(started.device_code);
  const { access_token, key_id, expires_in } = answered.body;
  expect([answered.status, answered.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(answered.body).toMatchObject({ token_type: 'Bearer', scope: 'read write', environment: 'sandbox', key_name: 'pps on ada-laptop' });
  expect(access_token).toMatch(/^pps_test_/);
  expect(Math.abs(expires_in - 90 * 86_400)).toBeLessThan(60);
  expect((await ask(access_token)).status).toBe(200);
  const [record] = (await ask(access_token, '/v1/api-keys')).body;
  expect(record).toMatchObject({
    id: key_id,
    source: 'device',
    client_name: 'pps, the command line',
    made_by: null,
    scopes: ['read', 'write'],
  });
  expect(said(await terminal.poll(started.device_code))).toEqual([400, 'invalid_grant']);
  const facts = await service.parts.store.read(`apikey-${key_id}`);
  expect(facts.map(({ type, metadata }) => [type, metadata.actor])).toEqual([['ApiKeyCreated', { type: 'user', id: account.userId }]]);
  for (const secret of [started.device_code, started.user_code, access_token])
    expect(`${service.log.join('\n')} ${JSON.stringify(facts.map(({ data }) => data))}`).not.toContain(secret);
});

test('its key is narrowed by whoever may, and given no more than its person agreed to', async () => {
  const { body: started } = await terminal.begin();
  await terminal.answer(await consentOf(started.user_code), approving(account.projectId));
  const { key_id } = (await terminal.poll(started.device_code)).body;
  const change = (changes: object) => call('PATCH', `/v1/api-keys/${key_id}`, changes, account.session);
  const wider = await change({ scopes: ['read', 'write', 'destructive'] });
  expect(wider.body.error).toMatchObject({ code: 'session_required', remediation: expect.stringContaining('sign in again') });
  expect((await change({ name: 'narrow', scopes: ['read'] })).body.scopes).toEqual(['read']);
  expect((await change({ scopes: ['read', 'write'] })).status).toBe(403);
});

test('guessed, replayed, swapped, foreign and malformed codes get nothing', async () => {
  const [one, other] = [await begin(), await begin()];
  await terminal.answer(await consentOf(one.user_code), approving(account.projectId));
  expect(said(await terminal.poll('A'.repeat(43)))).toEqual([400, 'invalid_grant']);
  expect(said(await terminal.poll(one.user_code))).toEqual([400, 'invalid_grant']);
  expect(said(await terminal.poll(other.device_code))).toEqual([400, 'authorization_pending']);
  expect(said(await terminal.poll(one.device_code, 'another'))).toEqual([400, 'invalid_client']);
  for (const device_code of ['', '\u0000', '\u{1f600}'.repeat(200), "' or true --"])
    expect((await terminal.poll(device_code)).status).toBe(400);
  expect(said(await terminal.token({ client_id: 'pps-cli' }))).toEqual([400, 'invalid_request']);
  expect(said(await terminal.token({ grant_type: 'password', client_id: 'pps-cli' }))).toEqual([400, 'unsupported_grant_type']);
  expect(said(await terminalAt(url, 'stranger').begin())).toEqual([400, 'invalid_client']);
  expect((await terminal.poll(one.device_code)).status).toBe(200);
  after(60);
  expect(said(await terminal.poll(one.device_code))).toEqual([400, 'invalid_grant']);
  expect((await keysOf(account)).length).toBe(1);
  expect((await consentOf('BCDF-GHJK')).text).toContain('No terminal waits with this code');
  for (const code of ['', 'AAAA-AAAA', '<script>']) expect((await consentOf(code)).text).toContain('Code that your terminal shows');
});

test('codes that expire, before and after the approval, and one that is declined', async () => {
  const [never, late, declined] = [await begin(), await begin(), await begin()];
  const page = await consentOf(declined.user_code);
  expect((await terminal.answer(page, { answer: 'deny' })).text).toContain('gets nothing');
  expect(said(await terminal.poll(declined.device_code))).toEqual([400, 'access_denied']);
  expect((await terminal.answer(page, approving(account.projectId))).status).toBe(400);
  const shown = await consentOf(never.user_code);
  await terminal.answer(await consentOf(late.user_code), approving(account.projectId));
  after(600);
  expect(said(await terminal.poll(never.device_code))).toEqual([400, 'expired_token']);
  expect(said(await terminal.poll(late.device_code))).toEqual([400, 'expired_token']);
  expect((await terminal.answer(shown, approving(account.projectId))).status).toBe(400);
  expect((await consentOf(never.user_code)).text).toContain('No terminal waits with this code');
  expect(await keysOf(account)).toEqual([]);
});

test('two terminals at once get a key each, and eight polls at once the same key', async () => {
  const [one, other] = [await begin(), await begin()];
  const pages = [await consentOf(one.user_code), await consentOf(other.user_code)];
  await Promise.all(pages.map((page) => terminal.answer(page, approving(account.projectId))));
  const polls = await Promise.all(Array.from({ length: 8 }, () => terminal.poll(one.device_code)));
  expect(new Set(polls.map(({ status, body }) => `${status} ${body.access_token}`)).size).toBe(1);
  expect((await terminal.poll(other.device_code)).status).toBe(200);
  const keys = await keysOf(account);
  expect(new Set(keys.map(({ id }: Answer['body']) => id)).size).toBe(2);
});

test('a lost answer is given again for a minute, to its program only, and not once the key was used or revoked', async () => {
  const made = async () => {
    const begun = await begin();
    await terminal.answer(await consentOf(begun.user_code), approving(account.projectId));
    return { ...begun, ...(await terminal.poll(begun.device_code)).body };
  };
  const [lost, used, revoked] = [await made(), await made(), await made()];
  expect((await ask(used.access_token)).status).toBe(200);
  expect((await call('DELETE', `/v1/api-keys/${revoked.key_id}`, undefined, account.session)).status).toBe(204);
  after(5);
  const again = await terminal.poll(lost.device_code);
  expect([again.status, again.body]).toEqual([
    200,
    expect.objectContaining({ access_token: lost.access_token, key_id: lost.key_id, scope: lost.scope }),
  ]);
  expect((await service.parts.store.read(`apikey-${lost.key_id}`)).length).toBe(1);
  for (const { device_code } of [used, revoked]) expect(said(await terminal.poll(device_code))).toEqual([400, 'invalid_grant']);
  after(56);
  expect(said(await terminal.poll(lost.device_code))).toEqual([400, 'invalid_grant']);
  expect((await ask(again.body.access_token)).status).toBe(200);
});

test('an approval counts once, and falls with the session in which it was given', async () => {
  const [one, ended, taken] = [await begin(), await begin(), await begin()];
  const page = await consentOf(one.user_code);
  const readOnly = approving(account.projectId, { scope_write: '' });
  await terminal.answer(page, readOnly);
  for (const other of [approving(account.projectId, { scope_destructive: 'on' }), { ...readOnly, name: 'x' }, approving('new_sandbox')]) {
    const answered = await terminal.answer(page, other);
    expect([answered.status, answered.text]).toEqual([409, expect.stringContaining('You have answered already')]);
  }
  expect((await terminal.answer(page, readOnly)).text).toContain('Your terminal is signed in');
  // None was made for an answer that does not count.
  expect((await consentOf((await begin()).user_code)).text).toContain('new_sandbox');
  expect((await terminal.poll(one.device_code)).body.scope).toBe('read');
  const stranger = await register(call);
  const [mine, his] = [await consentOf(taken.user_code), await consentOf(taken.user_code, stranger)];
  await terminal.answer(mine, approving(account.projectId));
  expect((await terminal.answer(his, approving(stranger.projectId))).status).toBe(400);
  expect((await terminal.poll(taken.device_code)).body.workspace_id).toBe(account.projectId);
  await terminal.answer(await consentOf(ended.user_code), approving(account.projectId));
  const changed = { current_password: password, new_password: 'a better horse battery' };
  expect((await call('POST', '/v1/auth/change-password', changed, account.session)).status).toBe(200);
  expect(said(await terminal.poll(ended.device_code))).toEqual([400, 'access_denied']);
});

test('nobody approves with a forged, foreign or old form, and no page can be framed', async () => {
  const waiting = await begin();
  const page = await consentOf(waiting.user_code);
  const ticket = ticketIn(page);
  const forged = [
    '',
    'x.y',
    ticket.slice(0, -1),
    `${Buffer.from(JSON.stringify([newId(), waiting.user_code, account.userId, newId(), 0, account.projectId, '9999-01-01'])).toString('base64url')}.${ticket.split('.')[1]}`,
  ];
  const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  for (const [at, text] of forged.entries()) {
    const answered = await sendForm(`${url}/app/device/answer`, { ...approving(account.projectId), ticket: text }, crossSite);
    expect([at, ticket, answered.status]).toEqual([at, ticket, 400]);
  }
  const stranger = await register(call);
  // A project of somebody else is none of his.
  expect((await terminal.answer(page, approving(stranger.projectId))).status).toBe(422);
  expect(said(await terminal.poll(waiting.device_code))).toEqual([400, 'authorization_pending']);
  expect((await service.parts.store.read(`${deviceSignInStream.category}-${newId()}`)).length).toBe(0);
  for (const path of ['/app/device', `/app/device?user_code=${waiting.user_code}`]) {
    const { headers } = await fetch(url + path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('set-cookie')).toBeNull();
  expect(page.text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
});

test('what the form leaves out or gets wrong is asked again', async () => {
  const waiting = await begin();
  const page = await consentOf(waiting.user_code);
  for (const wrong of [
    approving(account.projectId, { scope_read: '', scope_write: '' }),
    approving(''),
    approving(account.projectId, { name: ' ' }),
    approving(account.projectId, { name: 'x'.repeat(256) }),
  ])
    expect((await terminal.answer(page, wrong)).status).toBe(422);
  expect((await terminal.answer(page, approving(account.projectId, { name: '\u{1f600}' }))).status).toBe(200);
  expect((await terminal.poll(waiting.device_code)).body.key_name).toBe('\u{1f600}');
});

test('who has a second factor gives it here too', async () => {
  await proveAddress(service.parts.streams, account);
  const { app } = await enableSecondFactor(call, account, clock);
  const waiting = await begin();
  const asked = await consentOf(waiting.user_code);
  expect(asked.text).toContain('Code of your authenticator app');
  const enter = (code: string) =>
    sendForm(`${url}/app/device/second-factor`, { ticket: ticketIn(asked), user_code: waiting.user_code, code });
  expect((await enter(app.wrongCode())).status).toBe(422);
  // The ticket of one step is none for the other.
  expect((await terminal.answer(asked, approving(account.projectId))).status).toBe(400);
  const page = await enter(app.code());
  expect(page.text).toContain('Give this terminal a key?');
  await terminal.answer(page, approving(account.projectId));
  expect((await terminal.poll(waiting.device_code)).status).toBe(200);
});

test('wrong codes are counted by person', async () => {
  for (let n = 0; n < 10; n++) expect((await consentOf('BCDF-GHJK')).status).toBe(422);
  expect((await consentOf('BCDF-GHJK')).status).toBe(429);
  expect((await consentOf('BCDF-GHJK', await register(call))).status).toBe(422);
});

test('whoever has a key may end it, whatever else it may do, with what it made', async () => {
  const other = await newKey(call, account.session);
  for (const scopes of [['read'], ['write'], ['destructive']]) {
    const key = await newKey(call, account.session, { scopes });
    expect(await terminal.revoke(key.text)).toMatchObject({ status: 200, body: {} });
    expect((await ask(key.text)).status).toBe(401);
    expect((await terminal.revoke(key.text)).status).toBe(200);
  }
  const maker = await newKey(call, account.session, { scopes: ['write'] });
  const child = await newKey(call, maker.headers, { scopes: ['write'] });
  const keys = await keysOf(account);
  await terminal.revoke(child.text);
  expect((await call('POST', '/v1/api-keys', { name: 'x', scopes: ['write'] }, maker.headers)).status).toBe(201);
  await terminal.revoke(maker.text);
  for (const token of ['', 'x', other.id, 'pps_live_0', `${other.text}x`])
    expect((await terminal.revoke(token)).status).toBe(token === '' ? 400 : 200);
  expect((await ask(other.text)).status).toBe(200);
  expect(keys.length).toBe(6);
});
