import type { Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import type { TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import type { WebService } from '../web/web-service';
import { createPin, type FurnishedAccount } from './furnished-account';
import { furnishedPage } from './furnished-page';
import { mayNot } from './may-not';
import { holdCalls, tellsRefusal, tellsStates } from './tells-states';
import { pressAt } from './press-at';
import { isLive, showsPage } from './open-console';

let service: WebService;
let browser: TestBrowser;
let account: FurnishedAccount;
let page: Page;

const markup = '<img src=x onerror=alert(1)> \u202Egnp.exe';

beforeAll(async () => {
  ({ service, browser, account, page } = await furnishedPage({ WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'growth' }, '/requests'));
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

// What a refusal makes Chromium say.
afterEach(() => {
  browser.forgetComplaints(/status of (400|403|404|413|422)/);
  expect(browser.complaints).toEqual([]);
});

const go = (path: string) => page.goto(`${service.url}/app${path}`);
const call = (method: string, path: string, body?: object) => service.call(method, path, body, account.session);
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

test('a request has a page, which leads to what it made; one that is not known is told apart', async () => {
  const pinId = await createPin(service.call, account, markup);
  await eventually('its request is listed', async () => {
    const { body } = await call('GET', '/v1/requests?route=POST%20/v1/pins');
    return JSON.stringify(body.items).includes(pinId) || undefined;
  });
  await go('/requests');
  await pressAt(
    page
      .getByRole('row')
      .filter({ hasText: 'POST' })
      .filter({ hasText: '/v1/pins' })
      .getByRole('link', { name: /^[0-9a-f-]{36}$/ })
      .first(),
  );
  await showsPage(page, 'Request');
  await page.getByText('POST /v1/pins', { exact: true }).waitFor();
  await expectUsable(page, 'console-request');
  const [id = ''] = /[^/]+$/.exec(page.url()) ?? [];
  await tellsStates(page, browser, page.url(), new RegExp(`/v1/requests/${id}$`), page.getByText('POST /v1/pins', { exact: true }));
  await pressAt(page.getByRole('link', { name: `pins/${pinId}` }));
  await showsPage(page, /^<img/);
  await go('/requests/none-of-this-name');
  await page.getByRole('alert').getByText('not_found').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});

test('deliveries of a webhook are followed beside the list, which stays as it is', async () => {
  const { body: webhook } = await call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['pin.queued'] });
  await go(`/webhooks/${webhook.id}`);
  await isLive(page);
  await page.getByText('Nothing was sent yet.').waitFor();
  await pressAt(page.getByRole('button', { name: 'Follow' }));
  const tail = page.getByRole('region', { name: 'As they are sent' });
  await tail.getByText('Nothing yet').waitFor();
  await pressAt(page.getByRole('button', { name: 'Send a test' }));
  await tail.getByRole('button', { name: /^webhook\.test/ }).waitFor();
  await expectUsable(page, 'console-tail');
  await pressAt(tail.getByRole('button', { name: /^webhook\.test/ }));
  const answered = page.waitForResponse(/\/redeliver$/);
  await pressAt(dialog('Delivery').getByRole('button', { name: 'Send again' }));
  expect((await answered).status()).toBe(202);
  await pressAt(dialog('Delivery').getByRole('button', { name: 'Close' }));
  await dialog('Delivery').waitFor({ state: 'detached' });
  await pressAt(page.getByRole('button', { name: 'Follow' }));
  await tail.waitFor({ state: 'detached' });
  await pressAt(page.getByRole('button', { name: 'Replay …' }));
  await pressAt(dialog('Replay past events').getByRole('button', { name: 'Replay' }));
  await dialog('Replay')
    .getByText(/: \d+ of \d+ events? are queued again/)
    .waitFor();
  await pressAt(dialog('Replay').getByRole('button', { name: 'Close' }));
  await pressAt(page.getByRole('button', { name: 'Turn off' }));
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  await pressAt(page.getByRole('button', { name: 'Delete …' }));
  await pressAt(dialog('Delete this webhook?').getByRole('button', { name: 'Delete the webhook' }));
  await showsPage(page, 'Webhooks');
});

test('selected pins are retried and deleted together, by keys alone', async () => {
  const titles = ['Left door', 'Right door'];
  for (const title of titles) await createPin(service.call, account, title);
  await go('/pins');
  const select = async () => {
    for (const title of titles) await pressAt(page.getByRole('checkbox', { name: `Select ${title}` }), 'Space');
  };
  const group = page.getByRole('group', { name: 'With the selected pins' });
  await select();
  await pressAt(group.getByRole('button', { name: 'Retry' }));
  await group.waitFor({ state: 'detached' });
  await select();
  await pressAt(group.getByRole('button', { name: 'Delete …' }));
  await pressAt(dialog('Delete 2 pins?').getByRole('button', { name: 'Delete', exact: true }));
  await eventually('both are gone', async () => {
    const { body } = await call('GET', '/v1/pins');
    return titles.some((title) => JSON.stringify(body).includes(title)) ? undefined : true;
  });
});

describe('many pins at once', () => {
  const text = () => page.getByLabel('Pins as JSON');
  const send = () => page.getByRole('button', { name: 'Send the pins' });
  const pin = (title: unknown, more: object = {}) => ({
    ...{ account_id: account.accountId, board_id: account.boardId, title, image_url: 'https://example.com/door.png' },
    ...more,
  });
  const total = async (): Promise<number> => Number((await call('GET', '/v1/pins?limit=1')).headers.get('x-total-count'));

  test('each is answered, refused ones are mended where they stand, and only they are sent again', async () => {
    await go('/pins');
    await pressAt(page.getByRole('link', { name: 'Many at once' }));
    await showsPage(page, 'Many pins');
    const before = await total();
    for (const [hostile, words] of [
      ['{"pins": [', 'It is no JSON'],
      ['{"__proto__": []}', 'It is no array'],
      ['[]', 'There is no pin in it.'],
      [JSON.stringify(Array(101).fill({})), 'There are 101 in it'],
      [`[{"board_id": 549755885175001234}]`, 'Pin 1: an id is a text'],
    ] as const) {
      await text().fill(hostile);
      await pressAt(send());
      await page.locator('.fault').getByText(words).waitFor();
    }
    await expectUsable(page, 'console-many');
    await text().fill(`[${'['.repeat(100)}${']'.repeat(100)}]`);
    await send().click();
    await page.getByText('None of them was taken.').waitFor();
    const odd = [pin(`${markup} one`), pin(''), 7, null, pin('two'), pin('three', { colour: 'blue', link_url: 'x' })];
    await text().fill(JSON.stringify([...odd, pin('\ud83d')]));
    await pressAt(send());
    await page
      .getByRole('alert')
      .getByText(/surrogates/)
      .waitFor();
    await text().fill(JSON.stringify({ pins: odd }));
    await pressAt(send());
    await page.getByText('2 taken, 4 refused.').waitFor();
    expect(await total()).toBe(before + 2);
    await expectUsable(page, 'console-many-sent');
    await pressAt(page.getByRole('button', { name: 'Mend pin 6' }));
    await dialog('Mend a pin').getByText('link_url').first().waitFor();
    await expectUsable(page, 'console-many-mend');
    await dialog('Mend a pin').getByLabel('The pin as JSON').fill('{');
    await pressAt(dialog('Mend a pin').getByRole('button', { name: 'Keep' }));
    await dialog('Mend a pin').getByText('It is no JSON').waitFor();
    await dialog('Mend a pin')
      .getByLabel('The pin as JSON')
      .fill(JSON.stringify(pin('three')));
    await pressAt(dialog('Mend a pin').getByRole('button', { name: 'Keep' }));
    await page.getByRole('button', { name: 'Mend pin 3' }).click();
    await dialog('Mend a pin')
      .getByLabel('The pin as JSON')
      .fill(JSON.stringify(pin('')));
    await dialog('Mend a pin').getByRole('button', { name: 'Keep' }).click();
    await pressAt(page.getByRole('button', { name: 'Send 2 mended pins' }));
    await page.getByText('3 taken, 3 refused.').waitFor();
    expect(await total()).toBe(before + 3);
    expect(await page.locator('main img').count()).toBe(0);
    await pressAt(page.getByRole('link', { name: 'three' }));
    await showsPage(page, 'three');
  });

  test('what is on its way and what was refused as a whole are told, with what was typed; who may not publish is told too', async () => {
    const calls = await holdCalls(page, browser, /\/v1\/pins\/batch$/);
    await go('/pins/many');
    expect(await page.getByRole('table').count()).toBe(0);
    await text().fill(JSON.stringify([pin('at last')]));
    await pressAt(send());
    await page.getByText('At work …').waitFor();
    expect(await send().isDisabled()).toBe(true);
    calls.refuse();
    await tellsRefusal(page);
    await expectUsable(page, 'console-many-refused');
    await calls.letPass();
    await pressAt(send());
    await page.getByText('1 taken, 0 refused.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await mayNot(page, service.call, account, 'can_publish');
    await go('/pins/many');
    await page.getByText('Billing does not accept new pins at present.').waitFor();
    await page.getByRole('link', { name: 'See the plan' }).waitFor();
    expect(await text().count()).toBe(0);
    await page.unroute(/\/v1\/auth\/me$/);
  });

  test('what is lost on the way is sent once, and an import goes on in the background', async () => {
    const before = await total();
    await go('/pins/many');
    await text().fill(JSON.stringify([pin('once')]));
    let isLost = false;
    await page.route(/\/v1\/pins\/batch$/, async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await service.call('POST', '/v1/pins/batch', route.request().postDataJSON() as object, {
        ...account.session,
        'idempotency-key': route.request().headers()['idempotency-key'] ?? '',
      });
      return route.abort();
    });
    await send().click();
    await page.getByText('1 taken, 0 refused.').waitFor();
    await page.unroute(/\/v1\/pins\/batch$/);
    expect(await total()).toBe(before + 1);
    browser.forgetComplaints(/ERR_FAILED/);
    await pressAt(page.getByRole('button', { name: 'Paste others' }));
    await text().fill(JSON.stringify([pin('later', { run_at: '2099-01-01T10:00:00Z' }), pin('')]));
    await page.getByLabel('Send them').selectOption('import');
    await pressAt(send());
    await showsPage(page, /import/i);
  });
});

test('an import that nobody works on yet is ended by keys, and its rows say so', async () => {
  const where = `${account.accountId},${account.boardId}`;
  const buffer = Buffer.from(`account_id,board_id,title,image_url\n${where},A door never made,https://example.com/never.png\n`);
  await go('/imports');
  await pressAt(page.getByRole('button', { name: 'New import' }));
  await page.getByLabel('CSV file').setInputFiles({ name: 'never.csv', mimeType: 'text/csv', buffer });
  await pressAt(page.getByRole('button', { name: 'Import', exact: true }));
  await showsPage(page, 'Import');
  await pressAt(page.getByRole('button', { name: 'Cancel the rest' }));
  await page.getByRole('button', { name: 'Cancel the rest' }).waitFor({ state: 'detached' });
  const id = /[^/]+$/.exec(new URL(page.url()).pathname)?.[0];
  const ended = await eventually('the import has ended', async () => {
    const { body } = await call('GET', `/v1/pins/imports/${id}`);
    return body.status === 'completed_with_errors' ? body : undefined;
  });
  expect(ended).toMatchObject({ created_rows: 0, failed_rows: 1, results: [{ status: 'failed', error_code: 'canceled' }] });
});
