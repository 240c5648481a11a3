import { register, type Account } from '../setup/account';
import { approving, fieldOf, openBrowser, type Browser, type Page } from './open-browser';
import { evil, grantTo, redirectUri, registered, startAttackedService, type Program } from './grant-service';

type Attacked = Awaited<ReturnType<typeof startAttackedService>>;
let service: Attacked['service'];
let url: string;
let victim: Account;
let program: Program;
let clientId: string;
let keysOf: Attacked['keysOf'];
beforeAll(async () => void ({ service, url, victim, program, clientId, keysOf } = await startAttackedService()));
afterAll(() => service.stop());

describe('a question that is none is answered here, never somewhere else', () => {
  const asked = (changes: Readonly<Record<string, string>>) => program.authorizeUrl(clientId, changes);
  test.each([
    ['an unknown program', { client_id: 'dcr_x' }],
    ['no program', { client_id: '-' }],
    ['the command line, which has no browser', { client_id: 'pps-cli' }],
    ['no address to go back to', { redirect_uri: '-' }],
    ['an address of somebody else', { redirect_uri: evil }],
    ['another path', { redirect_uri: `${redirectUri}/more` }],
    ['a way around the path', { redirect_uri: redirectUri.replace('/callback', '/x/../callback') }],
    ['a host behind the credentials', { redirect_uri: 'http://127.0.0.1:9@evil.example/callback' }],
    ['a host that begins like ours', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
    ['a fragment', { redirect_uri: `${redirectUri}#x` }],
    ['a script', { redirect_uri: 'javascript:alert(1)//callback' }],
    ['another program of this machine', { redirect_uri: 'http://localhost:9/callback' }],
  ])('%s', async (_, changes) => {
    const { status, location, text } = await openBrowser(url).open(asked(changes));
    expect([status, location, text.includes('evil.example'), text.includes('name="request"')]).toEqual([400, null, false, false]);
  });

  test.each([
    ['no challenge', { code_challenge: '-' }, 'invalid_request'],
    ['a challenge in the clear', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which means in the clear', { code_challenge_method: '-' }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['tokens in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['a resource of somebody else', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['an empty resource', { resource: '' }, 'invalid_target'],
    ['a resource that begins like ours', { resource: 'http://127.0.0.1.evil.example/mcp' }, 'invalid_target'],
    ['more state than fits', { state: 'x'.repeat(2_001) }, 'invalid_request'],
  ])('%s: told with a link back, which nobody is sent along', async (_, changes, error) => {
    const { status, location, text } = await openBrowser(url).open(asked(changes));
    expect([status, location]).toEqual([400, null]);
    const back = /href="(http:\/\/127\.0\.0\.1:9\/callback[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { searchParams } = new URL(back);
    expect([searchParams.get('error'), searchParams.get('iss')]).toEqual([error, url]);
  });

  test('a parameter that is given twice counts as none', async () => {
    for (const twice of [
      `&redirect_uri=${encodeURIComponent(evil)}`,
      '&client_id=dcr_x',
      `&resource=${encodeURIComponent('https://evil.example')}`,
    ])
      expect((await openBrowser(url).open(asked({}) + twice)).status).toBe(400);
  });
});

describe('the page', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = openBrowser(url);
    page = await browser.signIn(program.authorizeUrl(clientId), victim.email);
  });
  const answered = async (answer: Promise<Page>) => {
    const before = (await keysOf(victim)).length;
    const { status, location } = await answer;
    return [status, location, (await keysOf(victim)).length - before];
  };

  test('cannot be framed, and has no script and no cookie that grants anything', async () => {
    for (const shown of [await openBrowser(url).open(program.authorizeUrl(clientId)), page]) {
      expect(shown.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
      expect([shown.headers.get('x-frame-options'), shown.headers.get('referrer-policy'), shown.headers.get('cache-control')]).toEqual([
        'DENY',
        'no-referrer',
        'no-store',
      ]);
      for (const cookie of shown.headers.getSetCookie()) expect(cookie).toMatch(/^pps_browser=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
    }
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http:;");
    expect(page.text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  });

  test.each<readonly [string, () => Promise<Page>]>([
    ['a form without its ticket', () => browser.post('/oauth/authorize/answer', approving(victim.projectId))],
    [
      'a form of another site',
      () =>
        openBrowser(url).post(
          '/oauth/authorize/answer',
          { ...approving(victim.projectId), ticket: fieldOf(page, 'ticket') },
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        ),
    ],
    [
      'a ticket in another browser',
      async () => {
        const other = openBrowser(url);
        await other.open(program.authorizeUrl(clientId));
        return other.answer(page, approving(victim.projectId));
      },
    ],
    [
      'the ticket of the step before',
      async () =>
        browser.post('/oauth/authorize/answer', {
          ...approving(victim.projectId),
          ticket: fieldOf(await browser.open(program.authorizeUrl(clientId)), 'request'),
        }),
    ],
    [
      'a changed ticket',
      () => browser.post('/oauth/authorize/answer', { ...approving(victim.projectId), ticket: `${fieldOf(page, 'ticket')}x` }),
    ],
    [
      'half of a ticket',
      () =>
        browser.post('/oauth/authorize/answer', { ...approving(victim.projectId), ticket: fieldOf(page, 'ticket').split('.')[0] ?? '' }),
    ],
    [
      'a sign-in to the question of another browser',
      async () => {
        const theirs = await openBrowser(url).open(program.authorizeUrl(clientId));
        return browser.post('/oauth/authorize', { request: fieldOf(theirs, 'request'), email: victim.email, password: 'correct horse' });
      },
    ],
  ])('%s agrees to nothing', async (_, attack) => {
    expect(await answered(attack())).toEqual([400, null, 0]);
  });

  test.each<readonly [string, () => Promise<Readonly<Record<string, string>>>]>([
    ['a project of somebody else', async () => approving((await register(service.call)).projectId)],
    ['no project', () => Promise.resolve(approving(''))],
    ['nothing ticked', () => Promise.resolve(approving(victim.projectId, { scope_read: '', scope_write: '' }))],
    [
      'only what was not asked for',
      () => Promise.resolve(approving(victim.projectId, { scope_read: '', scope_write: '', scope_destructive: 'on' })),
    ],
    ['more days than there are', () => Promise.resolve(approving(victim.projectId, { days: '36500' }))],
  ])('%s is asked again', async (_, ticked) => {
    expect(await answered(browser.answer(page, await ticked()))).toEqual([422, null, 0]);
  });

  test('what was not asked for is not given', async () => {
    const { body } = await grantTo(service, { account: victim, ticked: { scope_destructive: 'on' } });
    expect(body.scope).toBe('read write');
  });

  test('a question that is older than a quarter of an hour is over', async () => {
    const opened = await browser.signIn(program.authorizeUrl(clientId), victim.email);
    service.after(901);
    expect(await answered(browser.answer(opened, approving(victim.projectId)))).toEqual([400, null, 0]);
  });

  test('words of the program are words, wherever they stand', async () => {
    const name = '<script>alert(1)</script>\u202egro.elpmaxe\u200b  "onload=\r\nSet-Cookie: x=1';
    const strange = await registered(program, name);
    const opened = await openBrowser(url).open(program.authorizeUrl(strange));
    expect(opened.text).not.toMatch(/<script>alert|\u202e|\u200b/);
    const state = '"><script>alert(1)</script>\r\nset-cookie: x=1';
    const mine = openBrowser(url);
    const denied = await mine.answer(await mine.signIn(program.authorizeUrl(strange, { state }), victim.email), { answer: 'deny' });
    expect(denied.headers.getSetCookie()).toEqual([]);
    expect(new URL(denied.location ?? '').searchParams.get('state')).toBe(state);
    expect(denied.text).not.toContain('<script>alert');
  });
});

describe('programs that register', () => {
  test.each([
    ['nothing', {}, 'invalid_redirect_uri'],
    ['no list', { redirect_uris: 'https://app.example.com' }, 'invalid_redirect_uri'],
    [
      'too many addresses',
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://app.example.com/${at}`) },
      'invalid_redirect_uri',
    ],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a page in the clear', { redirect_uris: ['http://app.example.com/'] }, 'invalid_redirect_uri'],
    ['no name but an object', { redirect_uris: [redirectUri], client_name: {} }, 'invalid_client_metadata'],
    ['another kind of grant', { redirect_uris: [redirectUri], grant_types: ['password'] }, 'invalid_client_metadata'],
    ['tokens in the address', { redirect_uris: [redirectUri], response_types: ['token'] }, 'invalid_client_metadata'],
  ])('with %s are told what is wrong', async (_, metadata, error) => {
    const { status, body } = await program.register(metadata);
    expect([status, body.error]).toEqual([400, error]);
  });

  test('get no secret, whatever they ask for, and half an emoji is no name', async () => {
    const { status, body } = await program.register({
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
      client_secret: 'x',
      scope: 'admin',
    });
    expect([status, body.token_endpoint_auth_method, body.client_secret]).toEqual([201, 'none', undefined]);
    const send = (text: string) =>
      fetch(`${url}/oauth/register`, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } });
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '7',
      `{"redirect_uris":["${redirectUri}"],"client_name":"\\ud83d"}`,
      JSON.stringify({ redirect_uris: [redirectUri], client_name: 'x'.repeat(70_000) }),
    ]) {
      const answer = await send(text);
      expect([text.slice(0, 80), answer.status < 500, typeof ((await answer.json()) as { error: unknown }).error]).toEqual([
        text.slice(0, 80),
        true,
        'string',
      ]);
    }
  });
});
