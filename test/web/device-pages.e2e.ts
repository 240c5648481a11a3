import { register, password, type Account } from '../setup/account';
import { enableSecondFactor, proveAddress } from '../setup/second-factor';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser } from '../setup/platform-user';
import { terminalAt } from '../sign-in/terminal';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser';
import { expectPage, focused } from './expect-page';

let service: PlatformService;
let browser: TestBrowser;
let account: Account;
let terminal: ReturnType<typeof terminalAt>;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPlatformService({ WEBHOOK_TARGETS: 'any' }), startBrowser()]);
  terminal = terminalAt(service.url);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

beforeEach(async () => void (account = await register(service.call)));
afterEach(() => expect(browser.complaints).toEqual([]));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The page that a terminal names, of this process. */
const here = (address: string): string => service.url + new URL(address).pathname + new URL(address).search;
const begin = async (machine?: string) => (await terminal.begin(machine)).body;
const poll = async (code: string) => (await terminal.poll(code)).body;

async function signIn(page: Page, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(account.email);
  await page.getByLabel('Password').fill(secret);
  await press(page, 'Go on');
}

/** A window that shows what is asked. */
async function consenting(address: string): Promise<Page> {
  const page = await browser.open();
  await page.goto(here(address));
  await signIn(page);
  await page.getByRole('heading', { name: 'Give this terminal a key?' }).waitFor();
  return page;
}

test('whoever types the code of his terminal, signs in and agrees gives it a key', async () => {
  const { device_code, user_code, verification_uri, verification_uri_complete } = await begin(
    '<img src=x onerror=alert(1)> & a very long name of a machine, in many words',
  );
  const page = await browser.open();
  await page.goto(here(verification_uri));
  await expectPage(page, 'Sign in a terminal', 'device-code');
  expect(await focused(page)).toBe('input user_code');
  await page.keyboard.type('BCDF');
  await page.keyboard.press('Enter');
  await expectPage(page, 'Sign in a terminal', 'device-code-wrong');
  expect(await page.getByRole('alert').textContent()).toContain('eight letters');
  await page.getByRole('textbox').fill(user_code.toLowerCase().replace('-', ' '));
  await page.keyboard.press('Enter');
  await expectPage(page, 'Sign in a terminal', 'device-sign-in');
  expect(await page.getByText(user_code).count()).toBe(1);
  await signIn(page, 'not the password');
  await expectPage(page, 'Sign in a terminal', 'device-sign-in-wrong');
  expect(await page.getByRole('textbox', { name: 'E-mail address' }).inputValue()).toBe(account.email);
  await signIn(page);
  await expectPage(page, 'Give this terminal a key?', 'device-consent');
  expect(await page.getByRole('status').textContent()).toContain('<img src=x');
  const second = await consenting(verification_uri_complete);
  expect(await page.getByRole('radio', { name: /sandbox: nothing is really published/ }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: /Delete/ }).isChecked()).toBe(false);
  await page.getByRole('textbox', { name: 'Name of the key' }).fill('my laptop');
  await page.keyboard.press('Enter');
  await expectPage(page, 'Your terminal is signed in', 'device-approved');
  expect(await poll(device_code)).toMatchObject({ key_name: 'my laptop', environment: 'sandbox', scope: 'read write' });
  await press(second, 'Give it the key');
  await expectPage(second, 'You have answered already', 'device-answered-before');
});

test('a refusal, a code that is over, one account of production, and a second factor', async () => {
  const { account_id } = (await connectPlatformUser(service.call, account.session, { username: `ada-${Date.now()}` })).body;
  const refused = await begin();
  const [page, late] = [await consenting(refused.verification_uri_complete), await consenting(refused.verification_uri_complete)];
  await press(late, 'No');
  await expectPage(late, 'The terminal gets nothing', 'device-refused');
  expect(await poll(refused.device_code)).toMatchObject({ error: 'access_denied' });
  await press(page, 'Give it the key');
  await expectPage(page, 'The code is over', 'device-over');
  await page.getByRole('link', { name: 'Enter another code' }).click();
  await expectPage(page, 'Sign in a terminal', 'device-code');

  await proveAddress(service.parts.streams, account);
  const app = await enableSecondFactor(service.call, account);
  const limited = await begin();
  await page.goto(here(limited.verification_uri_complete));
  await signIn(page);
  await page.getByRole('textbox').fill(app.app.wrongCode());
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').textContent()).toContain('The code is wrong');
  await page.getByRole('textbox').fill(app.app.code(1));
  await page.keyboard.press('Enter');
  await expectPage(page, 'Give this terminal a key?', 'device-consent-accounts');
  await page.getByRole('radio', { name: /\(production\)/ }).check();
  await page.getByRole('checkbox', { name: /only the account/ }).check();
  await press(page, 'Give it the key');
  await expectPage(page, 'Your terminal is signed in', 'device-approved');
  const { access_token } = await poll(limited.device_code);
  const [key] = (await service.call('GET', '/v1/api-keys', undefined, { 'x-api-key': access_token })).body;
  expect(key).toMatchObject({ platform_account_ids: [account_id], source: 'device', client_name: 'pps, the command line' });
});
