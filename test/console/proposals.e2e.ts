import type { Page } from 'playwright-core';
import { newKey, password, register } from '../setup/account';
import { bearer } from '../setup/caller';
import { grantTo, programAt } from '../grants/grant-service';
import { startBrowser, type TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import { startWebService, type WebService } from '../web/web-service';
import { createPin, furnishedAccount, type FurnishedAccount } from './furnished-account';
import { isLive, openConsole, showsPage } from './open-console';

let service: WebService;
let browser: TestBrowser;
let account: FurnishedAccount;
let key: Readonly<Record<string, string>>;

const markup = '<img src=x onerror=alert(1)>';
const turned = '\u202Egnp.exe \u2066';

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService(), startBrowser()]);
  account = await furnishedAccount(service.call);
  key = (await newKey(service.call, account.session)).headers;
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

afterEach(() => {
  browser.forgetComplaints(/status of (403|409|422)/);
  expect(browser.complaints).toEqual([]);
});

const pin = (title: string, more: object = {}) => ({
  ...{ account_id: account.accountId, board_id: account.boardId, title, image_url: 'https://example.com/door.png' },
  ...more,
});
const publish = (title: string, more: object = {}) => ({ action: 'publish', pin: pin(title, more) });
async function propose(items: readonly object[], as = key): Promise<string> {
  const { status, body } = await service.call('POST', '/v1/proposals', { items }, as);
  if (status !== 201) throw new Error(`not proposed: ${status} ${JSON.stringify(body)}`);
  return body.id;
}
const itemsOf = async (id: string) => (await service.call('GET', `/v1/proposals/${id}`, undefined, account.session)).body.items;
const item = (page: Page, number: number) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `${number}. ` }) });

test('what is proposed is listed while it comes, shown whole with its checks, and agreed to, edited and declined item by item', async () => {
  const page = await openConsole(service, browser, account, '/proposals');
  await page.getByText('Nothing was proposed yet.').waitFor();
  await isLive(page);
  const long = `${'W'.repeat(790)} end.`;
  const runAt = new Date(Date.now() + 86_400_000).toISOString();
  const id = await propose([
    publish(`${markup} ${turned}`, { description: long, link_url: 'https://example.com/?q=%22%3E' }),
    publish('To be edited'),
    { action: 'schedule', pin: pin('Later', { run_at: runAt }) },
    publish('To be declined'),
  ]);
  await page.getByText('4 of 4').waitFor();
  await page.getByRole('row').nth(1).getByRole('link').click();
  await showsPage(page, 'Proposal');
  await item(page, 1).getByText(long).waitFor();
  await item(page, 1).getByText(markup).waitFor();
  await item(page, 3).getByText('forecast').waitFor();
  expect(await page.locator('main img, main script').count()).toBe(0);
  await expectUsable(page, 'console-proposal');
  await page.getByRole('button', { name: 'Agree to item 1' }).click();
  await item(page, 1).getByRole('link', { name: 'the pin' }).waitFor();
  await page.getByRole('button', { name: 'Edit item 2 …' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit item 2' });
  await edit.getByLabel('Title').fill('Edited');
  await edit.getByLabel('Leads to').fill('javascript:alert(1)');
  await edit.getByRole('button', { name: 'Agree to it like this' }).click();
  await edit.locator('.fault, .failure').first().waitFor();
  expect(await edit.getByLabel('Title').inputValue()).toBe('Edited');
  await edit.getByLabel('Leads to').fill('');
  await edit.getByRole('button', { name: 'Agree to it like this' }).click();
  await edit.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Decline item 4' }).click();
  await item(page, 4).getByText('declined', { exact: true }).waitFor();
  expect(await itemsOf(id)).toMatchObject([
    { status: 'approved', payload: { description: long } },
    { status: 'approved', payload: { title: 'Edited' }, decided_by: 'session' },
    { status: 'waiting' },
    { status: 'declined' },
  ]);
});

test('all that is shown is agreed to or declined at once, and nothing that is another by now', async () => {
  const changed = await createPin(service.call, account, 'Old title');
  const id = await propose([{ action: 'change_pin', id: changed, changes: { title: 'New title' } }, publish('Beside it')]);
  const page = await openConsole(service, browser, account, `/proposals/${id}`);
  await item(page, 1).getByText('Before: Old title').waitFor();
  await item(page, 1).getByText('https://example.com/door.png').waitFor();
  await isLive(page);
  // The window does not hear of it: what it shows is what one agrees to.
  await service.call('PATCH', `/v1/pins/${changed}`, { description: 'Put there meanwhile' }, account.session);
  await page.getByRole('button', { name: 'Agree to all 2' }).click();
  await page.getByText('Not all of it was agreed to').waitFor();
  expect((await itemsOf(id)).map(({ status }: { status: string }) => status)).toEqual(['waiting', 'waiting']);
  await page.getByText('Item 1 would lead to something else by now.').waitFor();
  expect(await page.getByText('Put there meanwhile').count()).toBe(0);
  await page.getByRole('button', { name: 'Show it as it is now' }).click();
  await item(page, 1).getByText('Put there meanwhile').waitFor();
  await page.getByRole('button', { name: 'Agree to all 2' }).click();
  await item(page, 2).getByRole('link', { name: 'the pin' }).waitFor();
  const led = await createPin(service.call, account, 'Leads nowhere', { link_url: 'https://example.com/former' });
  const taken = await propose([{ action: 'change_pin', id: led, changes: { link_url: null } }]);
  await page.goto(`${service.url}/app/proposals/${taken}`);
  await item(page, 1).getByText('taken away').waitFor();
  await item(page, 1).getByText('Before: https://example.com/former').waitFor();
  const other = await propose([publish('Not wanted'), publish('Not wanted either')]);
  await page.goto(`${service.url}/app/proposals/${other}`);
  await page.getByRole('button', { name: 'Decline all …' }).click();
  await page.getByRole('button', { name: 'Decline them' }).click();
  await page.getByText('0 of 2 wait').waitFor();
  await page.goto(`${service.url}/app/proposals?status=expired`);
  await page.getByText('No proposal matches.').waitFor();
  await page.getByRole('button', { name: 'Show all proposals' }).click();
  await page.getByText('0 of 2').first().waitFor();
  await expectUsable(page, 'console-proposals');
});

test('a session that has ended is begun again once, and the answer is then given', async () => {
  const id = await propose([publish('Agreed to after a sign-in')]);
  const page = await openConsole(service, browser, account, `/proposals/${id}`);
  await isLive(page);
  const ofIt = /\/v1\/proposals\/[^/]+(\/approve)?$/;
  const ended = { status: 401, json: { error: { code: 'invalid_access_token', message: 'It has ended.', type: 'auth' } } };
  let isOver = false;
  await page.route(ofIt, (route) => {
    isOver ||= route.request().method() === 'POST';
    return isOver ? route.fulfill(ended) : route.continue();
  });
  await page.getByRole('button', { name: 'Agree to item 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(password);
  await page.unroute(ofIt);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await item(page, 1).getByRole('link', { name: 'the pin' }).waitFor();
  expect(await dialog.count()).toBe(0);
  browser.forgetComplaints(/status of 401/);
});

test('the proposal of somebody else is not there, and what cannot be read says why', async () => {
  const id = await propose([publish('Only mine')]);
  const stranger = await openConsole(service, browser, await register(service.call), `/proposals/${id}`);
  await stranger.getByRole('alert').getByText('The proposal could not be read').waitFor();
  expect(await stranger.getByText('Only mine').count()).toBe(0);
  await stranger.close();
  browser.forgetComplaints(/status of 404/);
});

test('a program that was let act is shown with what it may do, narrowed, and ended', async () => {
  const person = await furnishedAccount(service.call);
  const page = await openConsole(service, browser, person, '/programs');
  await page.getByText('No program is connected.').waitFor();
  await isLive(page);
  const program = programAt(service.url);
  const name = `Walker ${markup}`;
  const made = await program.register({
    client_name: name,
    redirect_uris: ['http://127.0.0.1:9/callback'],
    token_endpoint_auth_method: 'none',
  });
  const asked = { resource: `${service.url}/v1` };
  const { access } = await grantTo(service, { account: person, program, clientId: made.body.client_id, asked });
  const token = bearer(access);
  const card = page.getByRole('region', { name: /^Walker/ });
  await card.getByText('read, write').waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  await expectUsable(page, 'console-programs');
  await card.getByRole('button', { name: /^Narrow/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Narrow what it may do' });
  await dialog.getByLabel('To publish it needs').selectOption('propose');
  await dialog.getByRole('button', { name: 'Narrow it' }).click();
  await card.getByText('your yes to each pin, on a page').waitFor();
  const direct = { account_id: person.accountId, board_id: person.boardId, title: 'Direct', image_url: 'https://example.com/a.png' };
  const refused = await service.call('POST', '/v1/pins', direct, token);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'proposal_required']);
  const id = await propose([{ action: 'publish', pin: direct }], token);
  await card.getByRole('button', { name: /^Narrow/ }).click();
  expect(await dialog.getByLabel('To publish it needs').getByRole('option').count()).toBe(1);
  await dialog.getByLabel('write').uncheck();
  await dialog.getByRole('button', { name: 'Narrow it' }).click();
  await card.getByText('read', { exact: true }).waitFor();
  await card.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('button', { name: 'End it', exact: true }).click();
  await card.getByText('ended', { exact: true }).waitFor();
  expect((await service.call('GET', '/v1/pins', undefined, token)).status).toBe(401);
  await page.goto(`${service.url}/app/proposals/${id}`);
  await page.getByText('ended', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Agree/ }).count()).toBe(0);
});
