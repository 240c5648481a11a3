import type { Page } from 'playwright-core';
import { newKey } from '../setup/account';
import { eventually } from '../setup/eventually';
import { startBrowser, type TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import { startWebService, type WebService } from '../web/web-service';
import { openConsole, showsPage } from './open-console';
import { createPin, furnishedAccount, type FurnishedAccount } from './furnished-account';

let service: WebService;
let browser: TestBrowser;
let account: FurnishedAccount;
let page: Page;
let pinId: string;
let scheduleId: string;
/** Before anything was changed. */
let then: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService(), startBrowser()]);
  account = await furnishedAccount(service.call);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await service.call(method, path, body, account.session);
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  pinId = await createPin(service.call, account, 'Blue door');
  const content = { account_id: account.accountId, board_id: account.boardId, title: 'Later', image_url: 'https://example.com/door.png' };
  scheduleId = (await call('POST', '/v1/schedules', { ...content, run_at: '2099-01-01T10:00:00Z' })).id;
  await newKey(service.call, account.session, { name: 'Former program' });
  then = await wholeSecond();
  await call('PATCH', `/v1/pins/${pinId}`, { title: 'Red door' });
  await call('PATCH', `/v1/schedules/${scheduleId}`, { title: 'Later still' });
  const [key] = await call('GET', '/v1/api-keys');
  await call('DELETE', `/v1/api-keys/${key.id}`);
  page = await openConsole(service, browser, account, '/pins');
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

afterEach(() => {
  const complaints = [...browser.complaints];
  browser.forgetComplaints(/./s);
  // What the service refuses or does not find, Chromium reports too.
  expect(complaints.filter((each) => !/status of (404|422)/.test(each))).toEqual([]);
});

/** A second that begins after all that was done, and is over. */
async function wholeSecond(): Promise<string> {
  const at = Math.ceil(Date.now() / 1_000) * 1_000;
  await eventually('the end of that second', async () => Date.now() > at + 1_000 || undefined);
  return new Date(at).toISOString();
}

const go = (path: string) => page.goto(`${service.url}/app${path}`);
const band = () => page.getByText('This is the past');
const buttons = async (): Promise<string[]> => (await page.locator('main button').allTextContents()).map((text) => text.trim());
const ofTheBand = ['Back to now', 'Another moment …', 'Compare with now', 'Compare with another …'];

test('a pin is shown as it was, changes nothing, and leads back to now', async () => {
  await go(`/pins/${pinId}`);
  await showsPage(page, 'Red door');
  await page.getByLabel('Times in').selectOption('UTC');
  await page.getByRole('button', { name: 'Look at the past …' }).click();
  await page.getByLabel('As of (UTC)').fill(then.slice(0, 19));
  await page.getByRole('button', { name: 'Show it' }).click();
  await showsPage(page, 'Blue door');
  await band().waitFor();
  expect(new URL(page.url()).searchParams.get('as_of')).toBe(then);
  expect(await page.locator('.past').textContent()).toContain(`${then.slice(0, 19).replace('T', ' ')} UTC`);
  expect(await buttons()).toEqual(ofTheBand);
  await expectUsable(page, 'console-past');
  await page.getByRole('button', { name: 'Compare with now' }).click();
  await page.getByRole('row').filter({ hasText: 'Blue door' }).getByText('Red door').waitFor();
  await expectUsable(page, 'console-difference');
  await page.reload();
  await page.getByRole('row').filter({ hasText: 'Blue door' }).getByText('Red door').waitFor();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await showsPage(page, 'Red door');
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await showsPage(page, 'Blue door');
});

test('links between pages that have a past lead to the same moment, others to now', async () => {
  await go(`/pins/${pinId}?as_of=${then}`);
  await page.getByRole('link', { name: 'someone' }).press('Enter');
  await showsPage(page, 'Accounts');
  await band().waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API keys' }).press('Enter');
  await showsPage(page, 'API keys');
  await page.getByRole('row').filter({ hasText: 'Former program' }).getByText('worked').waitFor();
  expect(new URL(page.url()).searchParams.get('as_of')).toBe(then);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Requests' }).press('Enter');
  await showsPage(page, 'Requests');
  expect(new URL(page.url()).search).toBe('');
});

test('what a key could do on a date, and how that differs from now', async () => {
  await go(`/keys?as_of=${then}`);
  const row = page.getByRole('row').filter({ hasText: 'Former program' });
  await row.getByText('worked').waitFor();
  await row.getByText('read').first().waitFor();
  expect(await buttons()).toEqual(ofTheBand);
  await expectUsable(page, 'console-keys-past');
  await page.getByRole('button', { name: 'Compare with now' }).click();
  await page.getByRole('row').filter({ hasText: 'revoked_at' }).waitFor();
  await go('/keys');
  await row.getByText('revoked').waitFor();
});

test.each<[string, string]>([
  ['/accounts', 'someone'],
  ['/billing', 'You had'],
])('%s shows the past without what would change it', async (path, words) => {
  await go(`${path}?as_of=${then}&with=now`);
  await page.locator('main').getByText(words).first().waitFor();
  await page
    .getByText('Nothing differs.')
    .or(page.getByRole('columnheader', { name: 'Then' }))
    .first()
    .waitFor();
  expect((await buttons()).filter((name) => name !== 'Do not compare')).toEqual(ofTheBand.filter((name) => name !== 'Compare with now'));
});

test('a schedule has a page, and a past', async () => {
  await go(`/schedules/${scheduleId}`);
  await page.getByText('Later still').waitFor();
  await page.getByRole('button', { name: /^Move …/ }).waitFor();
  await go(`/schedules/${scheduleId}?as_of=${then}&with=now`);
  await page.getByRole('cell', { name: 'Later', exact: true }).first().waitFor();
  await page.getByRole('row').filter({ hasText: 'payload · title' }).getByText('Later still').waitFor();
  expect(await page.getByRole('button', { name: /^(Move|Cancel)/ }).count()).toBe(0);
});

test('before there was anything, a list is empty and a thing is nowhere', async () => {
  const long = '2001-01-01T00:00:00.000Z';
  await go(`/keys?as_of=${long}`);
  await page.getByText('There were no keys then.').waitFor();
  await go(`/accounts?as_of=${long}`);
  await page.getByText('No account was connected then.').waitFor();
  await go(`/pins/${pinId}?as_of=${long}&with=now`);
  await page
    .getByRole('alert')
    .getByText(/not found/i)
    .first()
    .waitFor();
  await page.getByText('It did not exist at the first moment.').waitFor();
  await page.getByText('What had happened by then').waitFor();
});

test.each(['9999-12-31T23:59:59Z', '+010000-01-01T00:00:00Z', 'yesterday', '2026-02-30T00:00:00Z', '%00', '2026-01-01'])(
  'as of %s shows neither the present nor a past',
  async (moment) => {
    for (const path of moment === 'yesterday' ? ['/accounts', '/billing', `/schedules/${scheduleId}`] : ['/keys', `/pins/${pinId}`]) {
      await go(`${path}?as_of=${moment}`);
      await page.getByRole('button', { name: 'Back to now' }).waitFor();
      await page.getByRole('alert').first().waitFor();
      expect(
        await page
          .locator('main')
          .getByText(/Red door|Former program|someone|You have/)
          .count(),
      ).toBe(0);
    }
  },
);

test('a moment that clocks leave out is refused, one that comes twice is asked about, one to come is none', async () => {
  await go('/keys');
  await page.getByLabel('Times in').selectOption('America/New_York');
  await page.getByRole('button', { name: 'Look at the past …' }).click();
  const field = page.getByLabel('As of (America/New_York)');
  const show = page.getByRole('button', { name: 'Show it' });
  await field.fill('2026-03-08T02:30:00');
  await page.getByText('There is no such time').waitFor();
  expect(await show.isDisabled()).toBe(true);
  await field.fill('2025-11-02T01:30:00');
  expect(await show.isDisabled()).toBe(true);
  await page.getByLabel(/comes twice/).selectOption({ index: 2 });
  expect(await show.isDisabled()).toBe(false);
  await field.fill('9999-12-31T23:59:00');
  await page.getByText('That moment is still to come.').waitFor();
  expect(await show.isDisabled()).toBe(true);
  await field.fill('2025-11-02T01:30:00');
  await page.getByLabel(/comes twice/).selectOption({ index: 2 });
  await show.click();
  await band().waitFor();
  expect(new URL(page.url()).searchParams.get('as_of')).toBe('2025-11-02T06:30:00.000Z');
});
