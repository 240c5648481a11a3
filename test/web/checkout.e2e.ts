import { newId } from '@pps/kernel';
import type { Page } from 'playwright-core';
import { startPaymentService, type PaymentService } from '../billing/payment-service';
import { password, register, type Account } from '../setup/account';
import { enableSecondFactor, proveAddress } from '../setup/second-factor';
import { startBrowser, type TestBrowser } from './browser';
import { saveDocPicture } from './doc-picture';
import { expectPage } from './expect-page';

let service: PaymentService;
let browser: TestBrowser;

beforeAll(async () => {
  const google = { GOOGLE_CLIENT_ID: 'pins', GOOGLE_CLIENT_SECRET: 'simulated' };
  const settings = (url: string) => ({ APP_URL: '', GOOGLE_ISSUER: `${url}/identity`, ...google });
  [service, browser] = await Promise.all([startPaymentService(settings), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signIn(page: Page, email: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(text);
  await press(page, 'Go on');
}

const planOf = async ({ session }: Account): Promise<string> =>
  (await service.call('GET', '/v1/billing/status', undefined, session)).body.plan;

test('who sees the prices on a phone buys a plan there', async () => {
  const ada = await register(service.call);
  const page = await browser.open({ viewport: { width: 360, height: 740 } });
  await page.goto(`${service.url}/app/billing`);
  await expectPage(page, 'Plans', 'plans');
  await saveDocPicture(page, 'plans');
  await page.getByRole('link', { name: 'Buy Growth, monthly' }).click();
  await expectPage(page, 'Buy Growth', 'buy');
  await signIn(page, ada.email, 'wrong horse');
  await expectPage(page, 'Buy Growth', 'buy-refused');
  await signIn(page, ada.email, password);
  await expectPage(page, 'Pay for Growth', 'buy-payment');
  expect(await page.getByRole('status').textContent()).toContain(ada.email);
  await page.getByRole('link', { name: 'Go on to the payment' }).click();
  await press(page, 'Pay');
  await expectPage(page, 'Thank you', 'payment-succeeded');
  expect(await planOf(ada)).toBe('growth');
  expect(browser.complaints).toEqual([]);
});

test('who has a second factor is asked for a code before the payment', async () => {
  const ada = await register(service.call);
  await proveAddress(service.parts.streams, ada);
  const { recoveryCodes } = await enableSecondFactor(service.call, ada);
  const page = await browser.open();
  await page.goto(`${service.url}/app/billing/buy?plan=pro&billing_cycle=annual`);
  await signIn(page, ada.email, password);
  await expectPage(page, 'Enter a code', 'buy-code');
  await page.getByRole('textbox').fill('000000');
  await press(page, 'Go on');
  await page.getByRole('alert').waitFor();
  await page.getByRole('textbox').fill(recoveryCodes[0] ?? '');
  await press(page, 'Go on');
  await page.getByRole('link', { name: 'Go on to the payment' }).click();
  await press(page, 'Pay');
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(await planOf(ada)).toBe('pro');
  expect(browser.complaints).toEqual([]);
});

test('a sign-in with Google begins no purchase before a click beside its name and price', async () => {
  const email = `grace.${newId()}@example.test`;
  const page = await browser.open();
  await page.goto(`${service.url}/app/billing/buy?plan=pro&billing_cycle=annual`);
  await page.getByRole('link', { name: 'Sign in with Google instead' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await press(page, 'Continue');
  await expectPage(page, 'Buy Pro', 'buy-signed-in');
  expect(await page.getByRole('main').textContent()).toMatch(/\$[\d,.]+ a year/);
  expect(await page.locator('form[data-send-at-once]').count()).toBe(0);
  await press(page, 'Go on');
  await expectPage(page, 'Pay for Pro', 'buy-payment-google');
  expect(await page.getByRole('status').textContent()).toContain(email);
  expect(browser.complaints).toEqual([]);
});

test('what is not for sale has no page, and a forged form buys nothing', async () => {
  for (const query of [
    '',
    '?plan=pro',
    '?plan=enterprise&billing_cycle=monthly',
    '?plan=<b>&billing_cycle=monthly',
    '?plan=pro&plan=pro&billing_cycle=annual',
  ])
    expect([query, (await fetch(`${service.url}/app/billing/buy${query}`)).status]).toEqual([query, 404]);
  const order = { plan: 'pro', billing_cycle: 'annual' };
  const send = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${service.url}/app/billing/buy${path}`, { method: 'POST', body: new URLSearchParams(form) });
    return [answer.status, /<h1>([^<]*)/.exec(await answer.text())?.[1]];
  };
  expect(await send('', order)).toEqual([422, 'Buy Pro']);
  expect(await send('', { ...order, email: `${'a'.repeat(5_000)}@\ud83d`, password: 'x'.repeat(5_000) })).toEqual([422, 'Buy Pro']);
  expect(await send('', { ...order, plan: 'playground', email: 'a@b.c', password })).toEqual([404, 'There is no such page']);
  expect(await send('/second-factor', { ...order, ticket: 'forged', code: '000000' })).toEqual([400, 'You are not signed in']);
});

test('a plan is bought, changed and canceled by hand, from the prices to the free plan again', async () => {
  const { session } = await register(service.call);
  const go = async (path: string, body?: object): Promise<string> =>
    (await service.call('POST', `/v1/billing/${path}`, body, session)).body.url;
  const plan = async () => (await service.call('GET', '/v1/billing/status', undefined, session)).body.plan;
  const page = await browser.open();

  await page.goto(`${service.url}/app/billing`);
  await expectPage(page, 'Plans', 'prices');
  await page.goto(await go('checkout', { plan: 'growth', billing_cycle: 'monthly' }));
  await press(page, 'Cancel');
  await expectPage(page, 'Nothing was bought', 'payment-canceled');
  await page.goto(await go('checkout', { plan: 'growth', billing_cycle: 'monthly' }));
  await press(page, 'Pay');
  await expectPage(page, 'Thank you', 'payment-succeeded');
  expect(await plan()).toBe('growth');

  await page.goto(await go('checkout', { plan: 'pro', billing_cycle: 'annual' }));
  await press(page, 'Confirm');
  await expectPage(page, 'Thank you', 'payment-succeeded');
  expect(await plan()).toBe('pro');

  await page.goto(await go('portal'));
  await press(page, 'Cancel now');
  await expectPage(page, 'Plans', 'prices');
  expect(await plan()).toBe('playground');
  expect(browser.complaints).toEqual([]);
});
