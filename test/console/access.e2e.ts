import type { Page } from 'playwright-core';
import { send } from '../../apps/simulators/testing';
import { newKey, password } from '../setup/account';
import { connectPlatformUser } from '../setup/platform-user';
import { eventually } from '../setup/eventually';
import { approving, terminalAt } from '../sign-in/terminal';
import type { TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import type { WebService } from '../web/web-service';
import type { FurnishedAccount } from './furnished-account';
import { furnishedPage } from './furnished-page';
import { mayNot } from './may-not';
import { pressAt } from './press-at';
import { isLive, openConsole } from './open-console';

let service: WebService;
let browser: TestBrowser;
let account: FurnishedAccount;
let page: Page;

const markup = '<img src=x onerror=alert(1)> \u202Egnp.exe';

beforeAll(async () => {
  ({ service, browser, account, page } = await furnishedPage({ DEFAULT_PLAN: 'growth' }, '/accounts'));
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

// What a refusal makes Chromium say.
afterEach(() => {
  browser.forgetComplaints(/status of (400|403|404|422)/);
  expect(browser.complaints).toEqual([]);
});

const go = (path: string) => page.goto(`${service.url}/app${path}`);
const call = (method: string, path: string, body?: object) => service.call(method, path, body, account.session);
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const boards = async (): Promise<{ id: string; name: string; description: string | null; privacy: string }[]> =>
  (await call('GET', `/v1/platform/boards?account_id=${account.accountId}`)).body;
const keyNamed = async (wanted: string) =>
  (await call('GET', '/v1/api-keys')).body.find(({ name }: { readonly name: string }) => name === wanted);

test('an account that another window disconnects takes no dialog away, and its boards are read for its own changes alone', async () => {
  await connectPlatformUser(service.call, account.session, { username: 'other' });
  const accounts: { id: string; username: string }[] = (await call('GET', '/v1/platform/accounts')).body;
  const other = accounts.find(({ username }) => username === 'other');
  await go('/accounts');
  await isLive(page);
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  for (const name of ['someone', 'other']) {
    await card(name).getByRole('button', { name: 'Boards', exact: true }).click();
    await card(name).getByRole('button', { name: 'New board' }).waitFor();
    await card(name).getByText('loading …').waitFor({ state: 'detached' });
  }
  const read: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/v1/platform/boards') read.push(searchParams.get('account_id') ?? '');
  });
  await call('POST', '/v1/platform/boards', { account_id: other?.id, name: 'Gates' });
  await card('other').getByText('Gates').waitFor();
  expect(new Set(read)).toEqual(new Set([other?.id]));
  await pressAt(card('other').getByRole('button', { name: 'Disconnect …' }));
  await dialog('Disconnect other?').waitFor();
  expect((await call('DELETE', `/v1/platform/accounts/${other?.id}`)).status).toBe(204);
  await card('other').waitFor({ state: 'detached' });
  expect(await dialog('Disconnect other?').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog('Disconnect other?').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Accounts');
});

describe('boards', () => {
  test('one is made, changed in what was touched alone, looked at and deleted, by the keyboard too', async () => {
    await go('/accounts');
    await pressAt(page.getByRole('button', { name: 'Boards', exact: true }));
    await pressAt(page.getByRole('button', { name: 'New board' }));
    await dialog('New board').getByLabel('Name').fill(markup);
    await dialog('New board').getByLabel('Description').fill('First\nsecond');
    await dialog('New board').getByRole('button', { name: 'Make the board' }).click();
    await pressAt(page.getByRole('button', { name: /^Change … <img/ }));
    const made = (await boards()).find(({ name }) => name === markup);
    await call('PATCH', `/v1/platform/boards/${made?.id}`, { account_id: account.accountId, description: 'Meanwhile' });
    await dialog('Change the board').getByLabel('Name').fill(`${markup} again`);
    await dialog('Change the board').getByLabel('Seen by').selectOption('its owner');
    await expectUsable(page, 'console-board');
    await pressAt(dialog('Change the board').getByRole('button', { name: 'Change the board' }));
    await dialog('Change the board').waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'again' }).getByText('secret').waitFor();
    expect((await boards()).find(({ id }) => id === made?.id)).toMatchObject({
      ...{ name: `${markup} again`, description: 'Meanwhile', privacy: 'SECRET' },
    });
    await pressAt(page.getByRole('button', { name: /^Check access … <img/ }));
    await dialog('Access to the board').getByText('Pins are accepted for it.').waitFor();
    await expectUsable(page, 'console-access');
    await send('POST', `${service.simulators.url}/platform/_control/boards`, { username: 'someone', id: made?.id, deleted: true });
    await pressAt(dialog('Access to the board').getByRole('button', { name: 'Ask the network again' }));
    await dialog('Access to the board').getByText('board_deleted').waitFor();
    await dialog('Access to the board').getByRole('button', { name: 'Close' }).click();
    await pressAt(page.getByRole('button', { name: /^Delete … <img/ }));
    await dialog('Delete this board?').getByRole('button', { name: 'Delete the board' }).click();
    await dialog('Delete this board?').getByText('board_not_found').waitFor();
    await page.keyboard.press('Escape');
    const [other] = await boards();
    await pressAt(page.getByRole('button', { name: `Delete … ${other?.name}` }));
    await pressAt(dialog('Delete this board?').getByRole('button', { name: 'Delete the board' }));
    await page.getByText('The account has no boards.').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('who may not change them only looks', async () => {
    await mayNot(page, service.call, account, 'can_manage_integrations');
    await call('POST', '/v1/platform/boards', { account_id: account.accountId, name: 'Doors' });
    await go('/accounts');
    await page.getByRole('button', { name: 'Boards', exact: true }).click();
    await page.getByRole('button', { name: 'Check access … Doors' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Delete|Change|New|Connect)/ }).count()).toBe(0);
    await page.unroute(/\/v1\/auth\/me$/);
  });
});

describe('keys', () => {
  const change = () => dialog('Change the key');

  test('a key is changed in what was touched; what another window took away meanwhile stays away', async () => {
    const { id } = await newKey(service.call, account.session, { name: markup });
    await go('/keys');
    await isLive(page);
    await pressAt(page.getByRole('button', { name: /^Change … <img/ }));
    await expectUsable(page, 'console-key');
    await call('PATCH', `/v1/api-keys/${id}`, { scopes: ['read', 'write'] });
    await change().getByLabel('Name').fill('Build server');
    await pressAt(change().getByLabel('create and change'), 'Space');
    await change().getByLabel('only these').check();
    await pressAt(change().getByRole('button', { name: 'Change the key' }));
    await change()
      .getByText(/platform_account_ids/)
      .waitFor();
    await change().getByLabel('someone').check();
    await pressAt(change().getByRole('button', { name: 'Change the key' }));
    await change().waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Build server' }).getByText('1 accounts').waitFor();
    expect(await keyNamed('Build server')).toMatchObject({ id, scopes: ['read'], platform_account_ids: [account.accountId] });
    await pressAt(page.getByRole('button', { name: 'Change … Build server' }));
    await change().getByLabel('every account, also later ones').check();
    await pressAt(change().getByRole('button', { name: 'Change the key' }));
    await change().waitFor({ state: 'detached' });
    expect(await keyNamed('Build server')).toMatchObject({ scopes: ['read'], platform_account_ids: null });
  });

  test('a key that is being made is waited for, whatever is pressed, and shown once', async () => {
    await go('/keys');
    await pressAt(page.getByRole('button', { name: 'New key' }));
    await dialog('New key').getByLabel('Name').fill('Waited for');
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    await page.route(/\/v1\/api-keys$/, (route, request) =>
      request.method() === 'POST' ? held.then(() => route.continue()) : route.continue(),
    );
    await pressAt(dialog('New key').getByRole('button', { name: 'Make the key' }));
    await dialog('New key').getByText('At work …').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog('New key').getByRole('button', { name: 'Leave it' }).isDisabled()).toBe(true);
    release();
    await dialog('The key').getByText('Copy it now').waitFor();
    await page.unroute(/\/v1\/api-keys$/);
    await pressAt(dialog('The key').getByRole('button', { name: 'I have it' }));
    await dialog('The key').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('New key');
  });

  test('who goes back while a key is made has it all the same, and the browser asks before it takes it away', async () => {
    const opened = await openConsole(service, browser, account);
    const asked: string[] = [];
    opened.on('dialog', (each) => {
      asked.push(each.type());
      void each.dismiss();
    });
    const within = (name: string) => opened.getByRole('dialog', { name, exact: true });
    await opened.getByRole('link', { name: 'API keys' }).click();
    await opened.getByRole('button', { name: 'New key' }).click();
    await within('New key').getByLabel('Name').fill('Gone back');
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    await opened.route(/\/v1\/api-keys$/, (route, request) =>
      request.method() === 'POST' ? held.then(() => route.continue()) : route.continue(),
    );
    await pressAt(within('New key').getByRole('button', { name: 'Make the key' }));
    await within('New key').getByText('At work …').waitFor();
    await opened.goBack();
    await within('New key').waitFor({ state: 'detached' });
    await opened.close({ runBeforeUnload: true });
    await eventually('what the browser asks', async () => asked.length > 0 || undefined);
    release();
    const key = await within('The key').getByLabel('API key').inputValue();
    expect((await service.call('GET', '/v1/pins', undefined, { 'x-api-key': key })).status).toBe(200);
    await opened.close({ runBeforeUnload: true });
    await eventually('what the browser asks again', async () => asked.length > 1 || undefined);
    expect(asked).toEqual(['beforeunload', 'beforeunload']);
    await pressAt(within('The key').getByRole('button', { name: 'I have it' }));
    await within('The key').waitFor({ state: 'detached' });
    await opened.goForward();
    await opened.getByRole('row').filter({ hasText: 'Gone back' }).waitFor();
    expect(await opened.getByText(key).count()).toBe(0);
    await opened.close({ runBeforeUnload: true });
    await eventually('the window is closed, unasked', async () => opened.isClosed() || undefined);
  });

  test('the key of a terminal is only named anew here, and one that ended is not changed', async () => {
    const terminal = terminalAt(service.url);
    const { body: started } = await terminal.begin('laptop');
    await terminal.answer(await terminal.signIn(started.user_code, account.email, password), approving(account.projectId));
    await terminal.poll(started.device_code);
    await go('/keys');
    await page.getByRole('button', { name: 'Change … pps on ada-laptop' }).click();
    expect(await change().getByRole('checkbox').count()).toBe(0);
    await change().getByLabel('Name').fill('Laptop');
    await change().getByRole('button', { name: 'Change the key' }).click();
    await change().waitFor({ state: 'detached' });
    const { id } = await keyNamed('Laptop');
    await call('DELETE', `/v1/api-keys/${id}`);
    await page.getByRole('button', { name: 'Change … Laptop' }).waitFor({ state: 'detached' });
  });
});
