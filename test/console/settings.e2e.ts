import { claimsOf, signAccessToken } from '@pps/identity';
import { decode } from 'jsonwebtoken';
import type { Page } from 'playwright-core';
import { logIn, password, register } from '../setup/account';
import { authenticator, proveAddress } from '../setup/second-factor';
import { eventually } from '../setup/eventually';
import { startBrowser, type TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import { startWebService, type WebService } from '../web/web-service';
import { isLive, openConsole, showsPage } from './open-console';

let service: WebService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService(), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

// What a refusal makes Chromium say.
afterEach(() => {
  browser.forgetComplaints(/status of (400|401|403|404|409|422)/);
  expect(browser.complaints).toEqual([]);
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** As if the window's sign-in were two days old. */
async function ageSignIn(page: Page): Promise<void> {
  const [cookie] = (await page.context().cookies(service.url)).filter(({ name }) => name === 'pps_session');
  if (!cookie) throw new Error('nobody is signed in');
  const claims = claimsOf(decode(cookie.value));
  if (!claims) throw new Error('no token of ours');
  const old = { ...claims, authTime: Math.floor(Date.now() / 1_000) - 2 * 86_400 };
  await page.context().addCookies([{ ...cookie, value: signAccessToken(old, service.parts.keys.JWT_KEY, 3_600) }]);
}

/** Types the password where the service asks for it again. */
async function proveAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('name, workspace and invoice are changed, and only what was touched; the choice of mails too', async () => {
  const account = await register(service.call, { workspace_name: 'Doors' });
  const page = await openConsole(service, browser, account, '/settings');
  await isLive(page);
  const form = card(page, 'You and your workspace');
  await form.getByLabel('Your name').fill('<b>Grace</b> \u202Eeno');
  await form.getByLabel('City').fill('Berlin');
  await service.call('PUT', '/v1/auth/profile', { company_name: 'Meanwhile Ltd.', workspace_name: 'Gates' }, account.session);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.').waitFor();
  const { body: saved } = await service.call('GET', '/v1/auth/profile', undefined, account.session);
  expect(saved).toMatchObject({ full_name: '<b>Grace</b> \u202Eeno', address_city: 'Berlin', company_name: 'Meanwhile Ltd.' });
  expect(saved.workspace_name).toBe('Gates');
  await page.getByTitle(/, Gates$/).waitFor();
  // What another window saved is shown by now, and not sent back with the next change.
  expect(await form.getByLabel('Company').inputValue()).toBe('Meanwhile Ltd.');
  await service.call('PUT', '/v1/auth/profile', { company_name: 'Later Ltd.' }, account.session);
  await form.getByLabel('City').fill('Bonn');
  await form.getByRole('button', { name: 'Save' }).click();
  await eventually(
    'the name that the other window saved',
    async () => (await form.getByLabel('Company').inputValue()) === 'Later Ltd.' || undefined,
  );
  const { body: again } = await service.call('GET', '/v1/auth/profile', undefined, account.session);
  expect(again).toMatchObject({ address_city: 'Bonn', company_name: 'Later Ltd.' });
  const mails = card(page, 'Mails');
  await service.call('PATCH', '/v1/email/preferences', { verification_enabled: false }, account.session);
  await mails.getByLabel('trouble and limits').uncheck();
  await mails.getByRole('button', { name: 'Save the choice' }).click();
  await mails.getByText('Saved.').waitFor();
  const { body: chosen } = await service.call('GET', '/v1/email/preferences', undefined, account.session);
  expect(chosen).toMatchObject({ alerts_enabled: false, transactional_enabled: true, verification_enabled: false });
  await mails.getByRole('checkbox', { name: 'addresses to verify', checked: false }).waitFor();
  await form.getByLabel('Invoices go to').fill('nobody');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.locator('.fault').first().waitFor();
  expect(await form.getByLabel('Invoices go to').getAttribute('aria-invalid')).toBe('true');
  await expectUsable(page, 'console-settings');
});

test('another address is asked for, and another password ends every other session', async () => {
  const account = await register(service.call);
  const page = await openConsole(service, browser, account, '/settings/security');
  const mail = card(page, 'E-mail');
  await mail.getByRole('button', { name: 'Send the link that verifies it' }).click();
  await mail.locator('[role=status]').first().getByText(/./).waitFor();
  await ageSignIn(page);
  await mail.getByLabel('Another address').fill('other@example.test');
  await mail.getByRole('button', { name: 'Ask for this address' }).click();
  await page.getByRole('dialog', { name: 'Show that it is you' }).getByRole('button', { name: 'Leave it' }).click();
  await mail.getByRole('alert').getByText('The address was not changed').waitFor();
  expect(await mail.getByLabel('Another address').inputValue()).toBe('other@example.test');
  await mail.getByRole('button', { name: 'Ask for this address' }).click();
  await proveAgain(page);
  await mail.getByText('other@example.test').waitFor();
  const form = card(page, 'Password');
  const change = async (present: string): Promise<void> => {
    await form.getByLabel('Present password').fill(present);
    await form.getByLabel('New password').fill('a door of its own');
    await form.getByRole('button', { name: 'Change the password' }).click();
  };
  await change('wrong horse');
  await form.locator('.failure, .fault').first().waitFor();
  await change(password);
  await form.getByText('every other session has ended').waitFor();
  expect(await form.getByLabel('New password').inputValue()).toBe('');
  expect((await service.call('GET', '/v1/auth/me', undefined, account.session)).status).toBe(401);
  await card(page, 'Sessions').getByText('This one').waitFor();
});

test('sessions are ended one by one and all at once, and this one stays', async () => {
  const account = await register(service.call);
  const page = await openConsole(service, browser, account, '/settings/security');
  const sessions = card(page, 'Sessions');
  await sessions.getByRole('row').nth(2).waitFor();
  await isLive(page);
  await logIn(service.call, account.email);
  await sessions.getByRole('row').nth(3).waitFor();
  await sessions
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await sessions.getByRole('row').nth(3).waitFor({ state: 'detached' });
  await logIn(service.call, account.email);
  await sessions.getByRole('row').nth(3).waitFor();
  await sessions.getByRole('button', { name: 'End all others …' }).click();
  await page.getByRole('dialog').getByText('2 sessions have to sign in again.').waitFor();
  await page.getByRole('button', { name: 'End them' }).click();
  await sessions.getByRole('row').nth(2).waitFor({ state: 'detached' });
  expect((await service.call('GET', '/v1/auth/me', undefined, account.session)).status).toBe(401);
  await page.reload();
  await sessions.getByText('This one').waitFor();
});

test('a second factor is turned on by its picture and a code, its recovery codes are replaced, and it is turned off', async () => {
  const account = await register(service.call);
  await proveAddress(service.parts.streams, account);
  const page = await openConsole(service, browser, account, '/settings/security');
  const factor = card(page, 'Second factor');
  await factor.getByRole('button', { name: 'Turn on …' }).click();
  const setup = page.getByRole('dialog', { name: 'Turn the second factor on' });
  expect(await setup.getByRole('img', { name: 'QR code' }).locator('path').getAttribute('d')).toMatch(/^M4 4h7v1h-7z/);
  const app = authenticator(await setup.getByLabel('Secret').inputValue());
  await setup.getByRole('textbox', { name: 'Code' }).fill(app.wrongCode());
  await setup.getByRole('button', { name: 'Turn it on' }).click();
  await setup.locator('.failure, .fault').first().waitFor();
  await setup.getByRole('textbox', { name: 'Code' }).fill(app.code());
  await setup.getByRole('button', { name: 'Turn it on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  const first = (await codes.getByLabel('Recovery codes').inputValue()).split('\n');
  expect(first).toHaveLength(10);
  await codes.getByRole('button', { name: 'I have them' }).click();
  await factor.getByText('10 recovery codes are left').waitFor();
  await expectUsable(page, 'console-security');

  await factor.getByRole('button', { name: 'New recovery codes …' }).click();
  const ask = page.getByRole('dialog', { name: 'New recovery codes' });
  await ask.getByLabel('Password').fill(password);
  await ask.getByRole('button', { name: 'Make new codes' }).click();
  await codes.waitFor();
  expect((await codes.getByLabel('Recovery codes').inputValue()).split('\n')).not.toContain(first[1]);
  await codes.getByRole('button', { name: 'I have them' }).click();
  await factor.getByRole('button', { name: 'Turn off …' }).click();
  const off = page.getByRole('dialog', { name: 'Turn the second factor off?' });
  await off.getByLabel('Or a code').fill(first[1] ?? '');
  await off.getByRole('button', { name: 'Turn it off' }).click();
  await off.locator('.failure, .fault').first().waitFor();
  await off.getByLabel('Password').fill(password);
  await off.getByRole('button', { name: 'Turn it off' }).click();
  await factor.getByText('off', { exact: true }).waitFor();
});

test('the sandbox is made, gone to, emptied and left', async () => {
  const account = await register(service.call);
  const page = await openConsole(service, browser, account, '/settings/data');
  await isLive(page);
  const sandbox = card(page, 'Sandbox');
  await sandbox.getByRole('button', { name: 'Make the sandbox' }).click();
  await sandbox.getByRole('button', { name: 'Go to the sandbox' }).click();
  await sandbox.getByText('in which you are').waitFor();
  await sandbox.getByRole('button', { name: 'Empty the sandbox …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await sandbox.getByRole('button', { name: 'Go to production' }).click();
  await sandbox.getByRole('button', { name: 'Go to the sandbox' }).waitFor();
});

test('an archive is asked for; the account is deleted and kept', async () => {
  const account = await register(service.call);
  const page = await openConsole(service, browser, account, '/settings/data');
  await isLive(page);
  const archive = card(page, 'Archive');
  await archive.getByText('None was asked for yet.').waitFor();
  await archive.getByRole('button', { name: 'Ask for an archive' }).click();
  await archive.getByText(/: preparing\.$/).waitFor();
  const end = card(page, 'The end of the account');
  await end.getByRole('button', { name: 'Delete the account …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account and its workspace?' });
  await dialog.getByLabel('Password').fill('wrong horse');
  await dialog.getByRole('button', { name: 'Delete both' }).click();
  await dialog.locator('.failure, .fault').first().waitFor();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Delete both' }).click();
  await end.getByText(/Account and workspace end at/).waitFor();
  await expectUsable(page, 'console-data');
  await end.getByRole('button', { name: 'Keep the account' }).click();
  await end.getByRole('button', { name: 'Delete the account …' }).waitFor();
});

test.each([
  ['/settings', 'Settings', /\/v1\/auth\/profile/, 'The profile'],
  ['/settings/security', 'Sign-in and security', /\/v1\/auth\/sessions/, 'The sessions'],
  ['/settings/data', 'Sandbox and data', /\/v1\/auth\/account\/export/, 'The archive'],
])('%s says that it is loading, then why it failed, and is repeated', async (path, heading, reads, what) => {
  const page = await openConsole(service, browser, await register(service.call));
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => (answer = done));
  await page.route(reads, async (route) => {
    await held;
    const error = { code: 'internal_error', message: 'It broke.', type: 'internal', remediation: 'Tell us.', request_id: 'req-of-it' };
    await route.fulfill({ status: 500, json: { error }, headers: { 'x-request-id': 'req-of-it' } });
  });
  await page.goto(`${service.url}/app${path}`);
  await showsPage(page, heading);
  await page.getByText(`${what}: loading …`).waitFor();
  answer();
  const failure = page.getByRole('alert').filter({ hasText: `${what} could not be read` });
  await failure.getByText('req-of-it').waitFor();
  await page.unroute(reads);
  browser.forgetComplaints(/500/);
  // A stream that has just begun has all of it read again by itself.
  const again = failure.getByRole('button', { name: 'Try again' });
  await Promise.race([again.click().catch(() => undefined), failure.waitFor({ state: 'detached' })]);
  await failure.waitFor({ state: 'detached' });
  await page.close();
});
