import type { Page } from 'playwright-core';
import { password } from '../setup/account';
import { eventually } from '../setup/eventually';
import { startWholeService, type WholeService } from '../story/whole-service';
import { startBrowser, type TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import { startReceiver } from '../webhooks/receiver';
import { showsPage } from './open-console';

let service: WholeService;
let browser: TestBrowser;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let page: Page;

beforeAll(async () => {
  [service, browser, receiver] = await Promise.all([
    startWholeService({ DEFAULT_PLAN: 'growth', WEBHOOK_TARGETS: 'any' }),
    startBrowser(),
    startReceiver(),
  ]);
  page = await browser.open();
}, 600_000);

afterAll(async () => {
  await browser.close();
  await Promise.all([service.stop(), receiver.stop()]);
});

afterEach(() => expect(browser.complaints).toEqual([]));

test('a newcomer comes from nothing to a published pin and a received webhook by the pages alone', async () => {
  await page.goto(`${service.url}/app/register`);
  await page.getByLabel('Your name').fill('Ada Byron');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Make the account' }).click();

  await page.getByRole('link', { name: 'Connect an account of the network' }).click();
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await page.getByRole('link', { name: 'Go on to the network' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByRole('button', { name: 'Allow' }).click();
  await showsPage(page, 'Accounts');

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('button', { name: 'Make the webhook' }).click();
  await page.getByRole('button', { name: 'I have it' }).click();

  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Create a pin' }).click();
  await page.getByLabel('Board').selectOption({ index: 1 });
  await page.getByLabel('Title').fill('A door');
  await page.getByLabel('Address of the image').fill('https://example.com/door.png');
  await page.getByRole('button', { name: 'Create the pin' }).click();
  await page.getByText('published', { exact: true }).first().waitFor();
  await eventually('the webhook', async () => receiver.received.some(({ body }) => body.includes('pin.published')) || undefined);
}, 600_000);

test('rows that were refused are mended where they stand, and they alone are sent', async () => {
  await page.getByRole('link', { name: 'Imports' }).click();
  await page.getByRole('button', { name: 'New import' }).first().click();
  const [account] = await ask('/v1/platform/accounts');
  const [board] = await ask(`/v1/platform/boards?account_id=${account?.id}`);
  const where = `${account?.id},${board?.id}`;
  const rows = [
    `${where},Blue door,https://example.com/blue.png,`,
    `${where},Green door,,"'=1+1, ""two""\nlines"`,
    `${where},,https://example.com/red.png,`,
    `${where},No colour,,`,
  ];
  const buffer = Buffer.from(['account_id,board_id,title,image_url,description', ...rows].join('\n'));
  await page.getByLabel('CSV file').setInputFiles({ name: 'doors.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('4 of 4 rows: 1 created, 0 there before, 3 refused.').waitFor();

  await page.getByRole('button', { name: 'Mend them here' }).click();
  await page.getByRole('button', { name: 'Mend row 2' }).click();
  await page.getByLabel('image_url', { exact: true }).fill('https://example.com/green.png');
  await expectUsable(page, 'console-mend-row');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Mend row 3' }).click();
  await page.getByLabel('title', { exact: true }).fill('Red door');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Mend row 4' }).click();
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Mend row 4' }).click();
  await page.getByRole('button', { name: 'Do not send it' }).click();
  await expectUsable(page, 'console-mended-rows');
  await page.getByRole('button', { name: 'Send 2 mended rows' }).click();
  await page.getByText('2 of 2 rows: 2 created, 0 there before, 0 refused.').waitFor();

  const pins = await ask('/v1/pins');
  expect(pins.map(({ title }) => title).sort()).toEqual(['A door', 'Blue door', 'Green door', 'Red door']);
  expect(pins.find(({ title }) => title === 'Green door')?.description).toBe('=1+1, "two"\nlines');
});

interface Listed {
  readonly id: string;
  readonly title?: string;
  readonly description?: string;
}

/** What the service answers to the page's own session. */
const ask = (path: string) =>
  page.evaluate(
    async (address) => (await (await fetch(address, { headers: { 'x-session-carrier': 'console' } })).json()) as readonly Listed[],
    path,
  );
