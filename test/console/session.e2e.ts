import type { Page } from 'playwright-core';
import { password, register } from '../setup/account';
import { eventually } from '../setup/eventually';
import { enableSecondFactor, proveAddress } from '../setup/second-factor';
import { tcpProxy } from '../setup/tcp-proxy';
import { startBrowser, type TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import { startWebService, type WebService } from '../web/web-service';
import { isLive, openConsole, showsPage } from './open-console';
import { createPin, furnishedAccount } from './furnished-account';

let service: WebService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService(), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

// What a refused sign-in, a session that has ended, or one that went elsewhere before this window was told, makes Chromium say.
afterEach(() => {
  browser.forgetComplaints(/status of (401|409)|ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_SOCKET/);
  expect(browser.complaints).toEqual([]);
});

const open = async (path: string): Promise<Page> => {
  const page = await browser.open();
  await page.goto(`${service.url}/app${path}`);
  return page;
};
async function signIn(page: Page, email: string, text = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(text);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Ends the session of a window as the service does it, without the window. */
async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies(service.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-session-carrier': 'test' };
  expect((await service.call('POST', '/v1/auth/logout', undefined, headers)).status).toBe(204);
}

test('a sign-in stays at the address that was asked for, says why it failed, and no script sees the session', async () => {
  const { email } = await register(service.call);
  const page = await open('/pins?status=failed');
  await showsPage(page, 'Sign in');
  await expectUsable(page, 'console-sign-in');
  await signIn(page, email, 'wrong horse');
  const alert = page.getByRole('alert');
  await alert.getByText(/^Request/).waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  await signIn(page, email);
  await showsPage(page, 'Pins');
  expect(page.url()).toBe(`${service.url}/app/pins?status=failed`);
  expect(await page.evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)')).not.toMatch(/session|eyJ/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await showsPage(page, 'Sign in');
  await page.goBack();
  await page.goForward();
  await showsPage(page, 'Sign in');
});

test('a second factor is asked for, and a wrong code says so', async () => {
  const account = await register(service.call);
  await proveAddress(service.parts.streams, account);
  const { app, recoveryCodes } = await enableSecondFactor(service.call, account);
  const page = await open('/keys');
  await signIn(page, account.email);
  const code = page.getByLabel('Code');
  await code.fill(app.wrongCode());
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('alert').getByText('The code was not taken').waitFor();
  await code.fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Go on' }).click();
  await showsPage(page, 'API keys');
});

test('a newcomer makes an account and is told what to do first', async () => {
  const page = await open('/register');
  await page.getByLabel('Your name').fill('Grace');
  await page.getByLabel('E-mail').fill(`grace.${Date.now()}@example.test`);
  await page.getByLabel('Password').fill('password');
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.locator('.fault, .failure').first().waitFor();
  browser.forgetComplaints(/status of 422/);
  await page.getByLabel('Password').fill('a door of its own');
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByRole('link', { name: 'Connect an account of the network' }).waitFor();
});

test('a session that ends in the middle of a form is begun again over it, and nothing typed is lost', async () => {
  const account = await furnishedAccount(service.call);
  const page = await openConsole(service, browser, account, '/pins/new');
  await page.getByLabel('Board', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Title').fill('A door that is typed');
  await page.getByLabel('Description').fill('Many words.');
  await page.getByLabel('Address of the image').fill('https://example.com/door.png');
  await endSession(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect([await page.getByLabel('Title').inputValue(), await page.getByLabel('Description').inputValue()]).toEqual([
    'A door that is typed',
    'Many words.',
  ]);
  await page.getByRole('button', { name: 'Create the pin' }).click();
  await showsPage(page, 'A door that is typed');
});

test('windows of one browser tell each other who is signed in, and show nothing of one to another', async () => {
  const [ada, grace] = [await furnishedAccount(service.call), await register(service.call)];
  await createPin(service.call, ada, 'Only for Ada');
  const first = await openConsole(service, browser, ada, '/pins');
  await first.getByText('Only for Ada').waitFor();
  const second = await first.context().newPage();
  await second.goto(`${service.url}/app/pins`);
  await second.getByText('Only for Ada').waitFor();
  await second.getByRole('button', { name: 'Sign out' }).click();
  await first.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await signIn(second, grace.email);
  await second.getByText('There are no pins yet.').waitFor();
  const dialog = first.getByRole('dialog', { name: 'Another window went elsewhere' });
  await dialog.getByRole('button', { name: 'Go on there' }).click();
  await first.getByText('There are no pins yet.').waitFor();
  expect(await first.getByText('Only for Ada').count()).toBe(0);
});

test('two keys made at once are told apart, each is seen before it is gone, and neither by who signs in next', async () => {
  const account = await register(service.call);
  const markup = '<b>First</b> \u202Eeno';
  const projectName: string = (await service.call('GET', '/v1/auth/me', undefined, account.session)).body.active_project.name;
  const opened = await openConsole(service, browser, account);
  const within = (name: string) => opened.getByRole('dialog', { name, exact: true });
  let release: () => void = () => undefined;
  let made = new Promise<void>((done) => (release = done));
  await opened.route(/\/v1\/api-keys$/, (route, request) => {
    if (request.method() !== 'POST') return route.continue();
    // One after the other.
    return (made = made.then(() => route.continue()).then(async () => void (await (await request.response())?.finished())));
  });
  await opened.getByRole('link', { name: 'API keys' }).click();
  for (const name of [markup, 'Made second']) {
    await opened.getByRole('button', { name: 'New key' }).click();
    await within('New key').getByLabel('Name').fill(name);
    await within('New key').getByRole('button', { name: 'Make the key' }).click();
    await within('New key').getByText('At work …').waitFor();
    await opened.goBack();
    await within('New key').waitFor({ state: 'detached' });
    if (name === markup) await opened.goForward();
  }
  await opened.getByRole('button', { name: 'Sign out' }).click();
  await opened.getByRole('alert').getByText('You can sign out once you have seen it').waitFor();
  release();
  await made;
  const shown = within('The key');
  await shown.getByText(markup, { exact: true }).waitFor();
  await shown.getByText(projectName, { exact: true }).waitFor();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await shown.getByText(/^Copied|^It is selected/).waitFor();
  await shown.getByRole('button', { name: 'I have it' }).dblclick();
  await shown.getByText('Made second', { exact: true }).waitFor();
  expect(await shown.getByText(/^Copied|^It is selected/).count()).toBe(0);
  expect(await opened.evaluate('document.querySelector("dialog[open]").contains(document.activeElement)')).toBe(true);
  const second = await shown.getByLabel('API key').inputValue();

  const other = await opened.context().newPage();
  await other.goto(`${service.url}/app/keys`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await within('Sign in again').getByText('shown only once').waitFor();
  await shown.waitFor({ state: 'detached' });
  await within('Sign in again').getByLabel('Password').fill(password);
  await within('Sign in again').getByRole('button', { name: 'Sign in', exact: true }).click();
  expect(await shown.getByLabel('API key').inputValue()).toBe(second);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await within('Sign in again').waitFor();
  await signIn(other, (await register(service.call)).email);
  await within('Another window went elsewhere').waitFor();
  expect(await opened.getByLabel('API key').count()).toBe(0);
  await within('Another window went elsewhere').getByRole('button', { name: 'Go on there' }).click();
  await within('Another window went elsewhere').waitFor({ state: 'detached' });
  await opened.close({ runBeforeUnload: true });
  await eventually('the window is closed, unasked', async () => opened.isClosed() || undefined);
});

test('what is sent before this window knows that another has switched lands in no other project, and can be sent again', async () => {
  const account = await furnishedAccount(service.call);
  const { projects } = (await service.call('POST', '/v1/projects/sandbox', undefined, account.session)).body;
  const sandbox = projects.find(({ environment }: { environment: string }) => environment === 'sandbox');
  const page = await openConsole(service, browser, account, '/pins/new');
  await page.getByLabel('Board', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Title').fill('Meant for production');
  await page.getByLabel('Address of the image').fill('https://example.com/door.png');
  await page.getByText('pins of this month are left').waitFor();
  // As another window does it, whose message has not come yet.
  const [before] = (await page.context().cookies(service.url)).filter(({ name }) => name === 'pps_session');
  const own = { cookie: `pps_session=${before?.value}`, 'sec-fetch-site': 'same-origin', 'x-session-carrier': 'test' };
  const switched = await service.call('POST', '/v1/projects/switch', { project_id: sandbox.id }, own);
  const [, value = ''] = /^pps_session=([^;]+)/.exec(switched.headers.get('set-cookie') ?? '') ?? [];
  if (before) await page.context().addCookies([{ ...before, value }]);
  const list = async (headers: Readonly<Record<string, string>>) =>
    (await service.call('GET', '/v1/pins', undefined, headers)).body.map(({ title }: { title: string }) => title);
  await page.getByRole('button', { name: 'Create the pin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Another window went elsewhere' });
  await dialog.getByRole('button', { name: 'Switch back' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await list({ ...own, cookie: `pps_session=${value}` })).toEqual([]);
  expect(await page.getByLabel('Title').inputValue()).toBe('Meant for production');
  await page.getByRole('button', { name: 'Create the pin' }).click();
  await showsPage(page, 'Meant for production');
  expect(await list(account.session)).toEqual(['Meant for production']);
});

test('a write of another site is refused, and one of ours without the header', async () => {
  const account = await register(service.call);
  const page = await openConsole(service, browser, account);
  await isLive(page);
  const write = (headers: object) =>
    page.evaluate(
      `fetch('/v1/auth/profile', { method: 'PUT', headers: ${JSON.stringify({ 'content-type': 'application/json', ...headers })}, body: '{"full_name":"Forged"}' }).then(({ status }) => status)`,
    );
  expect(await write({})).toBe(401);
  const other = await page.context().newPage();
  await other.goto(service.simulators.url);
  for (const host of [service.url, service.url.replace('127.0.0.1', 'localhost')]) {
    await other.setContent(`<form method="post" action="${host}/v1/auth/logout"><button>Win</button></form>`);
    await other.getByRole('button').click();
    await other.waitForURL(/\/v1\/auth\/logout/);
    expect(await other.textContent('body')).toMatch(/missing_credentials|invalid_access_token/);
    await other.goto(service.simulators.url);
  }
  expect(await write({ 'x-session-carrier': 'test' })).toBe(200);
});

test('a service that goes away is told, and what changed meanwhile is shown when it is back', async () => {
  const account = await furnishedAccount(service.call);
  const target = Number(new URL(service.url).port);
  let proxy = await tcpProxy(target);
  const { port } = proxy;
  const page = await openConsole({ url: `http://127.0.0.1:${port}`, call: service.call }, browser, account, '/pins');
  await isLive(page);
  await page.getByText('There are no pins yet.').waitFor();
  await proxy.stop();
  await page.getByText(/^Not live/).waitFor();
  await createPin(service.call, account, 'Made meanwhile');
  await page.getByLabel('Status').selectOption('queued');
  const failure = page.getByRole('alert').filter({ hasText: 'The pins could not be read' });
  await failure.getByText('The service cannot be reached.').waitFor();
  proxy = await tcpProxy(target, port);
  await isLive(page);
  const shown = page.getByText('Made meanwhile').or(page.getByRole('button', { name: '1 new pin: show' }));
  // The page may have read it again by itself before that.
  const again = failure.getByRole('button', { name: 'Try again' });
  await Promise.race([again.click().catch(() => undefined), shown.first().waitFor()]);
  await shown.first().waitFor();
  await page.close();
  await proxy.stop();
});
