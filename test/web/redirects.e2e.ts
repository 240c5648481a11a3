import { newId } from '@pps/kernel';
import type { Page } from 'playwright-core';
import { password, register, type Account } from '../setup/account';
import { authenticator, proveAddress } from '../setup/second-factor';
import { startBrowser, type TestBrowser } from './browser';
import { expectPage } from './expect-page';
import { startWebService, type WebService } from './web-service';

let service: WebService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService(), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

afterEach(() => expect(browser.complaints).toEqual([]));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
async function enter(page: Page, code: string, button: string) {
  await page.getByRole('textbox').fill(code);
  await press(page, button);
}

describe('connecting an account', () => {
  const start = async ({ session }: Account): Promise<string> =>
    (await service.call('GET', '/v1/platform/oauth/start', undefined, session)).body.authorization_url;

  async function consent(page: Page, authorizationUrl: string, answer: string): Promise<void> {
    await page.goto(authorizationUrl);
    await page.getByLabel('Username').fill(`u${newId()}`);
    await press(page, answer);
  }

  test('ends on a page that says so, and past the limit of the plan on one that says why not', async () => {
    const account = await register(service.call);
    const page = await browser.open();
    // Past the limit nobody gets to start; this one was started before.
    const startedBefore = await start(account);
    await consent(page, await start(account), 'Allow');
    await expectPage(page, 'The account is connected', 'connected');
    const [{ id }] = (await service.call('GET', '/v1/platform/accounts', undefined, account.session)).body;
    expect(await page.getByText(id).count()).toBe(1);
    await consent(page, startedBefore, 'Allow');
    await expectPage(page, 'The account is not connected', 'connections-plan-limit');
    expect(new URL(page.url()).search).toBe('?error=plan_limit');
    await page.getByRole('link', { name: 'Compare the plans' }).click();
    await expectPage(page, 'Plans', 'billing-from-limit');
  });

  test('through the page that names the workspace ends in the same browser, and in no other', async () => {
    const account = await register(service.call, { workspace_name: '<img src=x> & Sons', full_name: 'Ada Byron' });
    const { body } = await service.call('GET', '/v1/platform/oauth/start', undefined, account.session);
    const page = await browser.open();
    await page.goto(body.connect_url);
    await expectPage(page, 'Connect an account', 'connect');
    expect(await page.getByRole('main').textContent()).toContain('<img src=x> & Sons');
    const lured = await browser.open();
    await lured.goto((await page.getByRole('link', { name: 'Go on to the network' }).getAttribute('href')) ?? '');
    await lured.getByLabel('Username').fill(`u${newId()}`);
    await press(lured, 'Allow');
    await lured.getByRole('heading', { name: 'The account is not connected' }).waitFor();
    await page.getByRole('link', { name: 'Go on to the network' }).click();
    await page.getByLabel('Username').fill(`u${newId()}`);
    await press(page, 'Allow');
    await expectPage(page, 'The account is connected', 'connected-by-page');
  });

  test('that was refused, or went wrong in any way there is, says what to do', async () => {
    const page = await browser.open();
    await consent(page, await start(await register(service.call)), 'Refuse');
    await expectPage(page, 'The account is not connected', 'connections-denied');
    const codes = ['access_denied', 'invalid_state', 'account_mismatch', 'scope_missing', 'platform_unavailable', 'anything', '<b>x'];
    const messages = new Set<string | null>();
    for (const code of codes) {
      await page.goto(`${service.url}/app/connections?${new URLSearchParams({ error: code }).toString()}`);
      await page.getByRole('heading', { name: 'The account is not connected' }).waitFor();
      messages.add(await page.getByRole('alert').textContent());
      expect(await page.content()).not.toContain('<b>x');
    }
    expect(messages.size).toBe(codes.length - 1);
    await page.goto(`${service.url}/app/connections?status=connected&account_id=<b>x`);
    await expectPage(page, 'The account is connected', 'connected-odd');
    expect(await page.content()).not.toContain('<b>x');
    await page.goto(`${service.url}/app/connections`);
    await expectPage(page, 'Connecting accounts', 'connections');
    const accountId = newId();
    await page.goto(`${service.url}/app/connections?account_id=${accountId}`);
    await expectPage(page, 'Connect the account again', 'connections-again');
    expect(await page.getByText(`/v1/platform/oauth/start?account_id=${accountId}`).count()).toBe(1);
  });
});

test('the way to a larger plan that an error names is a page', async () => {
  const { session } = await register(service.call);
  const body = new FormData();
  body.set('file', new Blob(['x']), 'door.png');
  const refused = await fetch(`${service.url}/v1/assets/images`, { method: 'POST', headers: session, body });
  const { error } = (await refused.json()) as { error: { code: string; upgrade_url: string } };
  expect(error.code).toBe('feature_unavailable');
  const page = await browser.open({ viewport: { width: 360, height: 640 } });
  expect((await page.goto(error.upgrade_url))?.status()).toBe(200);
  await expectPage(page, 'Plans', 'billing-narrow');
});

test('a page that does not exist is a page, and leads home', async () => {
  const page = await browser.open();
  expect((await page.goto(`${service.url}/app/nowhere/7`))?.status()).toBe(404);
  await expectPage(page, 'There is no such page', 'missing');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expectPage(page, 'What do you want to do?', 'home-again');
  expect(page.url()).toBe(`${service.url}/app/`);
});

test('every page keeps what it shows to itself', async () => {
  const paths = ['', '/verify-email', '/reset-password', '/forgot-password', '/email-change', '/unsubscribe', '/auth/complete', '/connect'];
  for (const path of [...paths, '/connections', '/billing', '/billing/success', '/billing/canceled', '/nowhere', '/assets/nothing.js']) {
    const { headers } = await fetch(`${service.url}/app${path}`);
    expect([path, headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
    expect([headers.get('x-content-type-options'), headers.get('set-cookie')]).toEqual(['nosniff', null]);
  }
  const script = await fetch(`${service.url}/app/assets/app.js`);
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(script.headers.get('cache-control')).toBe('no-cache');
  const page = await (await fetch(`${service.url}/app`)).text();
  const style = await fetch(`${service.url}/app/${/href="(assets\/app\.css[^"]*)"/.exec(page)?.[1] ?? ''}`);
  expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const again = await fetch(`${service.url}/app/assets/app.css`, { headers: { 'if-none-match': style.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

describe('the page of the second factor', () => {
  const signIn = async (page: Page, { email }: Account, text = password) => {
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(text);
    await press(page, 'Go on');
  };

  test('sets it up with a QR code, asks for a code from then on, makes new recovery codes and switches it off', async () => {
    const ada = await register(service.call);
    const page = await browser.open();
    await page.goto(`${service.url}/app`);
    await page.getByRole('link', { name: 'Set up a second factor' }).click();
    await expectPage(page, 'Your second factor', 'second-factor');
    await signIn(page, ada, 'wrong horse');
    await expectPage(page, 'Your second factor', 'second-factor-wrong');
    await signIn(page, ada);
    await expectPage(page, 'That did not work', 'second-factor-unproven');
    await proveAddress(service.parts.streams, ada);
    await page.getByRole('link', { name: 'Begin again' }).click();
    await signIn(page, ada);
    await expectPage(page, 'Set up your authenticator app', 'second-factor-setup');
    expect(await page.getByRole('img', { name: 'QR code' }).isVisible()).toBe(true);
    await page.getByText('The app cannot scan').click();
    const app = authenticator(((await page.locator('details code').textContent()) ?? '').replaceAll(' ', ''));
    await enter(page, app.wrongCode(), 'Turn it on');
    await expectPage(page, 'Set up your authenticator app', 'second-factor-setup-wrong');
    await enter(page, app.code(), 'Turn it on');
    await expectPage(page, 'Keep your recovery codes', 'recovery-codes');
    expect(await page.locator('li code').count()).toBe(10);
    const [recovery] = await page.locator('li code').allTextContents();

    await page.goto(`${service.url}/app/second-factor`);
    await signIn(page, ada);
    await expectPage(page, 'Enter a code', 'enter-code-second-factor');
    await enter(page, recovery ?? '', 'Go on');
    await expectPage(page, 'Your second factor is on', 'second-factor-on');
    expect(await page.getByRole('status').textContent()).toContain('left: 9');
    await press(page, 'Make new recovery codes');
    await expectPage(page, 'Keep your recovery codes', 'recovery-codes-new');
    const [newOne] = await page.locator('li code').allTextContents();
    await page.goto(`${service.url}/app/second-factor`);
    await signIn(page, ada);
    await enter(page, newOne ?? '', 'Go on');
    await press(page, 'Switch it off');
    await expectPage(page, 'Your second factor is off', 'second-factor-off');
    expect((await service.call('POST', '/v1/auth/login', { email: ada.email, password })).status).toBe(200);
  });
});
