import { newId } from '@pps/kernel';
import type { Page } from 'playwright-core';
import { logIn, password, register, type Account } from '../setup/account';
import { mailboxOf } from '../setup/mailbox-of';
import { startBrowser, type TestBrowser } from './browser';
import { expectPage, focused } from './expect-page';
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

const me = async ({ session }: Account) => (await service.call('GET', '/v1/auth/me', undefined, session)).body.user;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const broken = 'This link does not work';

/** The link of the newest mail, after a mail scanner has followed it. */
async function mailedLink(email: string, subject: RegExp, number = 0): Promise<string> {
  const link = (await mailboxOf(service.simulators, email).newest(subject)).links[number] ?? '';
  for (const method of ['GET', 'HEAD', 'GET']) expect([method, (await fetch(link, { method })).status]).toEqual([method, 200]);
  return link;
}

/** That a link which is wrong, cut short or without its token leads to a page that says so. */
async function expectBroken(page: Page, link: string, name: string): Promise<void> {
  for (const wrong of [link.slice(0, -4), `${link}A`, link.replace(/token=[^&]*/, ''), link.split('?')[0] ?? '']) {
    const answer = await page.goto(wrong);
    expect([wrong, answer?.status()]).toEqual([wrong, 400]);
    await page.getByRole('heading', { name: broken }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
  }
  await expectPage(page, broken, name);
}

test('verifying an address: opening the page does not use the link, a click does, and only once', async () => {
  const account = await register(service.call);
  const link = await mailedLink(account.email, /Verify/);
  expect((await me(account)).email_verified).toBe(false);
  const page = await browser.open();
  await page.goto(link);
  await expectPage(page, 'Verify your e-mail address', 'verify-email');
  await press(page, 'Verify e-mail address');
  await expectPage(page, 'Your e-mail address is verified', 'verify-email-done');
  expect((await me(account)).email_verified).toBe(true);
  expect((await page.goto(link))?.status()).toBe(400);
  await expectPage(page, broken, 'verify-email-used');
  await expectBroken(page, link, 'verify-email-broken');
});

test('a page that lay open until its link was used elsewhere says so', async () => {
  const { email } = await register(service.call);
  const link = await mailedLink(email, /Verify/);
  const [one, other] = [await browser.open(), await browser.open()];
  for (const page of [one, other]) await page.goto(link);
  await press(one, 'Verify e-mail address');
  await expectPage(one, 'Your e-mail address is verified', 'verify-email-one');
  await press(other, 'Verify e-mail address');
  await expectPage(other, broken, 'verify-email-other');
});

test('a forgotten password, by keyboard alone', async () => {
  const account = await register(service.call);
  const page = await browser.open();
  await page.goto(`${service.url}/app`);
  await expectPage(page, 'What do you want to do?', 'home');
  while ((await focused(page)) !== 'a Choose a new password') await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectPage(page, 'Ask for a new password', 'forgot-password');
  expect(await focused(page)).toBe('input email');
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  await expectPage(page, 'Look into your mail', 'forgot-password-done');

  await page.goto(await mailedLink(account.email, /new password/));
  await expectPage(page, 'Choose a new password', 'reset-password');
  expect(await focused(page)).toBe('input password');
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await expectPage(page, 'Choose a new password', 'reset-password-refused');
  expect(await page.getByRole('alert').textContent()).toContain('must not be your e-mail address');
  expect(await focused(page)).toBe('input password');
  expect(await page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.type('a better horse');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('button Show password');
  await page.keyboard.press('Space');
  expect(await page.getByLabel('New password').getAttribute('type')).toBe('text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectPage(page, 'Your password is set', 'reset-password-done');
  expect((await logIn(service.call, account.email)).status).toBe(401);
  expect((await logIn(service.call, account.email, 'a better horse')).status).toBe(200);
});

test('a link for a new password that is used or broken shows the way to the next', async () => {
  const account = await register(service.call);
  await service.call('POST', '/v1/auth/forgot-password', { email: account.email });
  const link = await mailedLink(account.email, /new password/);
  const page = await browser.open({ javaScriptEnabled: false });
  await page.goto(link);
  await page.getByLabel('New password').fill('a better horse');
  await press(page, 'Set the new password');
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  expect(page.url()).toBe(`${service.url}/app/reset-password`);
  expect((await logIn(service.call, account.email, 'a better horse')).status).toBe(200);
  const seeing = await browser.open();
  await seeing.goto(link);
  await expectPage(seeing, broken, 'reset-password-used');
  await expectBroken(seeing, link, 'reset-password-broken');
  await seeing.getByRole('link', { name: 'Ask for a new link' }).click();
  await expectPage(seeing, 'Ask for a new password', 'forgot-password-again');
});

test('nobody learns who has an account, and what is no address is asked for again', async () => {
  const { email } = await register(service.call);
  const form = (text: string) =>
    fetch(`${service.url}/app/forgot-password`, { method: 'POST', body: new URLSearchParams({ email: text }) });
  const [known, unknown] = [await form(email), await form(`nobody.${newId()}@example.test`)];
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  const page = await browser.open();
  await page.goto(`${service.url}/app/forgot-password`);
  await page.evaluate('document.forms[0].noValidate = true');
  await page.getByLabel(/E-mail/).fill('"><b>not an address');
  await press(page, 'Send the link');
  await page.getByRole('alert').waitFor();
  await expectPage(page, 'Ask for a new password', 'forgot-password-refused');
  expect(await focused(page)).toBe('input email');
  expect(await page.getByLabel(/E-mail/).inputValue()).toBe('"><b>not an address');
});

test('approving a new address, by keyboard; a used link, and an address that somebody else has by now', async () => {
  const account = await register(service.call);
  const wanted = `o'hara&sons.${newId()}@example.test`;
  await service.call('POST', '/v1/auth/email/change/request', { new_email: wanted }, account.session);
  const link = await mailedLink(account.email, /Approve/);
  const page = await browser.open();
  await page.goto(link);
  await expectPage(page, 'Approve your new e-mail address', 'email-change');
  while ((await focused(page)) !== 'button Approve the new address') await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectPage(page, 'Your e-mail address is changed', 'email-change-done');
  expect(await page.getByRole('status').textContent()).toContain(wanted);
  expect((await logIn(service.call, wanted, password)).status).toBe(200);
  await expectBroken(page, link, 'email-change-broken');

  const late = await register(service.call);
  const contested = `grace.${newId()}@example.test`;
  await service.call('POST', '/v1/auth/email/change/request', { new_email: contested }, late.session);
  await page.goto(await mailedLink(late.email, /Approve/));
  await register(service.call, { email: contested });
  await press(page, 'Approve the new address');
  await expectPage(page, 'The address cannot be used', 'email-change-taken');
});

describe('mails that are not wanted', () => {
  const preferences = async ({ session }: Account) => {
    const { transactional_enabled, alerts_enabled, verification_enabled } = (
      await service.call('GET', '/v1/email/preferences', undefined, session)
    ).body;
    return [transactional_enabled, alerts_enabled, verification_enabled];
  };

  test('are left by a click on the page of their link', async () => {
    const account = await register(service.call);
    const link = await mailedLink(account.email, /Verify/, 1);
    const page = await browser.open();
    await page.goto(link);
    await expectPage(page, 'Stop our mails', 'unsubscribe');
    expect(await preferences(account)).toEqual([true, true, true]);
    await press(page, 'Unsubscribe');
    await expectPage(page, 'You are unsubscribed', 'unsubscribe-done');
    expect(await preferences(account)).toEqual([false, false, false]);
    await page.goto(link.replace(/token=.{4}/, 'token=AAAA'));
    await press(page, 'Unsubscribe');
    await expectPage(page, broken, 'unsubscribe-forged');
    expect((await page.goto(`${service.url}/app/unsubscribe`))?.status()).toBe(400);
    await expectPage(page, broken, 'unsubscribe-broken');
  });

  test.each(['multipart', 'urlencoded'])('are left by one click in the mail program, sent as a %s form (RFC 8058)', async (kind) => {
    const account = await register(service.call);
    await mailedLink(account.email, /Verify/);
    const headers = service.mails.find(({ to }) => to === account.email)?.headers ?? {};
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const [, address = ''] = /^<(http:[^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? [];
    await (await fetch(address)).text();
    expect(await preferences(account)).toEqual([true, true, true]);
    const body = kind === 'multipart' ? new FormData() : new URLSearchParams();
    body.set('List-Unsubscribe', 'One-Click');
    const answer = await fetch(address, { method: 'POST', body, redirect: 'error' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
    expect(await preferences(account)).toEqual([false, false, false]);
  });

  test('what keeps the account safe has no way out', async () => {
    const account = await register(service.call);
    await service.call('POST', '/v1/auth/forgot-password', { email: account.email });
    await mailedLink(account.email, /new password/);
    const mail = service.mails.find(({ to, subject }) => to === account.email && /new password/.test(subject));
    expect(mail?.headers).toEqual({});
  });
});
