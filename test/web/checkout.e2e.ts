import type { Page } from 'playwright-core';
import { startPaymentService, type PaymentService } from '../billing/payment-service';
import { register } from '../setup/account';
import { startBrowser, type TestBrowser } from './browser';
import { expectPage } from './expect-page';

let service: PaymentService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPaymentService({ APP_URL: '' }), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

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
