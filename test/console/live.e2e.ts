import { pinStream } from '@pps/pins/events';
import { attemptStarted } from '@pps/pins/testing';
import type { Page } from 'playwright-core';
import { appendFact } from '../changes/append-fact';
import { eventually } from '../setup/eventually';
import { startBrowser, type TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import { startWebService, type WebService } from '../web/web-service';
import { isLive, openConsole, showsPage } from './open-console';
import { createPin, furnishedAccount, type FurnishedAccount } from './furnished-account';

let service: WebService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService({ DEFAULT_PLAN: 'growth' }), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

afterEach(() => expect(browser.complaints).toEqual([]));

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });

/** A window at the pins of somebody who has two. */
async function openPins(): Promise<{ readonly account: FurnishedAccount; readonly page: Page; readonly ids: readonly string[] }> {
  const account = await furnishedAccount(service.call);
  const ids = [await createPin(service.call, account, 'First door'), await createPin(service.call, account, 'Second door')];
  const page = await openConsole(service, browser, account, '/pins');
  await isLive(page);
  await page.getByText('2 pins', { exact: true }).waitFor();
  // The list takes in what is created within a second of its first read: the service's clock tells whole ones.
  const shownAt = Date.now();
  await eventually('the end of that second', async () => Date.now() > shownAt + 1_500 || undefined);
  return { account, page, ids };
}

test('new pins are counted and wait; the list does not move until it is asked to', async () => {
  const { account, page } = await openPins();
  for (const title of ['Third door', 'Fourth door']) await createPin(service.call, account, title);
  const newer = page.getByRole('button', { name: '2 new pins: show' });
  await newer.waitFor();
  expect(await rowsOf(page).count()).toBe(2);
  await newer.click();
  await page.getByText('Fourth door').waitFor();
  await page.getByText('4 pins', { exact: true }).waitFor();
  expect(await newer.count()).toBe(0);
});

test('the state of a pin changes where it stands, in the list and on its page, in every window, by one stream', async () => {
  const { account, page, ids } = await openPins();
  const streams: string[] = [];
  const other = await page.context().newPage();
  other.on('request', (request) => void (request.url().includes('/v1/changes') && streams.push(request.url())));
  await other.goto(`${service.url}/app/pins/${ids[0]}`);
  await isLive(other);
  await other.getByText('queued', { exact: true }).first().waitFor();
  const fact = attemptStarted(1, new Date().toISOString());
  await appendFact(service, account, pinStream, ids[0] ?? '', fact);
  await rowsOf(page).filter({ hasText: 'First door' }).getByText('publishing', { exact: true }).waitFor();
  await other.getByText('publishing', { exact: true }).first().waitFor();
  expect(streams).toEqual([]);
  // Who held the stream leaves: the other window takes it over, and misses nothing.
  await page.close();
  const renamed = await service.call('PATCH', `/v1/pins/${ids[1]}`, { title: 'Renamed' }, account.session);
  expect(renamed.status).toBe(200);
  await other.getByRole('link', { name: 'Pins', exact: true }).click();
  await isLive(other);
  await createPin(service.call, account, 'After it left');
  await other.getByText('Renamed').waitFor();
  // It is counted as new, or in the list where that was opened in the same second.
  await other.getByRole('button', { name: '1 new pin: show' }).or(other.getByText('After it left')).first().waitFor();
  expect(streams).toHaveLength(1);
});

test('a row that was deleted says so where it stands', async () => {
  const { account, page, ids } = await openPins();
  expect((await service.call('DELETE', `/v1/pins/${ids[0]}`, undefined, account.session)).status).toBe(204);
  await rowsOf(page).filter({ hasText: 'First door' }).getByText('deleted', { exact: true }).waitFor();
  expect(await rowsOf(page).filter({ hasText: 'Second door' }).getByText('deleted').count()).toBe(0);
});

test('what changes while it is read is read once more, and no answer is covered by an older one', async () => {
  const { account, page: list, ids } = await openPins();
  const pinPage = await list.context().newPage();
  await pinPage.goto(`${service.url}/app/pins/${ids[0]}`);
  await isLive(pinPage);
  await pinPage.getByRole('heading', { name: 'First door' }).waitFor();
  const rename = async (title: string): Promise<void> =>
    expect((await service.call('PATCH', `/v1/pins/${ids[0]}`, { title }, account.session)).status).toBe(200);
  for (const page of [list, pinPage]) {
    await page.evaluate(`
      globalThis.answers = 0;
      globalThis.asIs = fetch;
      globalThis.fetch = async (url, init) => {
        const answer = await asIs(url, init);
        if (/\\/v1\\/pins(\\/|\\?ids=)${ids[0]}(&|$)/.test(url) && ++answers === 1) await new Promise((done) => (globalThis.goOn = done));
        return answer;
      };
    `);
    await rename('Once');
    await eventually('its first answer', async () => (await page.evaluate<number>('answers')) > 0 || undefined);
    // What it asks besides tells that it has taken the second one; the page of a pin asks that only once the held answer is waited for no longer.
    const heard = page.waitForRequest(page === list ? /[?&]since=/ : /\/timeline/);
    await rename('Twice');
    await heard;
    await page.evaluate('goOn()');
    await page.getByText('Twice').first().waitFor();
    await page.evaluate('void (globalThis.fetch = asIs)');
    await rename('First door');
    await page.getByText('First door').first().waitFor();
  }
});

test('a hundred thousand rows are a window of some dozens', async () => {
  const { account, page } = await openPins();
  const [pin] = (await service.call('GET', '/v1/pins?limit=1', undefined, account.session)).body;
  const asked: number[] = [];
  await page.route(/\/v1\/pins\?/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const ids = searchParams.get('ids')?.split(',');
    if (ids) return route.fulfill({ json: ids.map((id) => ({ ...pin, id, title: id.replace('id-', 'Row ') })) });
    if (searchParams.has('since')) return route.fulfill({ json: [], headers: { 'x-total-count': '0' } });
    const offset = Number(searchParams.get('offset') ?? 0);
    asked.push(offset);
    const rows = Array.from({ length: 100 }, (_, at) => ({ ...pin, id: `id-${offset + at}`, title: `Row ${offset + at}` }));
    return route.fulfill({ json: rows, headers: { 'x-total-count': '100000' } });
  });
  await page.goto(`${service.url}/app/pins`);
  await page.getByText('100,000 pins', { exact: true }).waitFor();
  await page.getByText('Row 0', { exact: true }).waitFor();
  const took = await page.evaluate<number>(`new Promise((done) => {
    const list = document.querySelector('.list');
    const begun = performance.now();
    list.scrollTop = list.scrollHeight / 2;
    const look = () => /Row (49|50)\\d{3}/.test(list.textContent) ? done(performance.now() - begun) : requestAnimationFrame(look);
    look();
  })`);
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('table', { name: 'Pins' }).focus();
  await page.keyboard.press('End');
  await page.getByText('Row 99999', { exact: true }).waitFor();
  // Pages that were only passed are not read.
  expect(new Set(asked).size).toBeLessThan(20);
  await page.close();
  process.stderr.write(`the middle of 100,000 rows: ${Math.round(took)} ms\n`);
});

test('a pin is created, edited and deleted by the keyboard alone', async () => {
  const account = await furnishedAccount(service.call);
  const page = await openConsole(service, browser, account);
  await isLive(page);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Goes on by Tab until it is there. */
  const reach = async (name: RegExp | string): Promise<void> => {
    for (let step = 0; step < 60; step++) {
      const label = await page.evaluate<string>(`(() => {
        const on = document.activeElement;
        return (on.getAttribute('aria-label') ?? on.labels?.[0]?.textContent ?? on.textContent ?? '').trim();
      })()`);
      if (typeof name === 'string' ? label === name : name.test(label)) return;
      await press('Tab');
    }
    throw new Error(`not reached by Tab: ${String(name)}`);
  };
  await reach('To the content');
  await press('Enter');
  await reach('New pin');
  await press('Enter');
  await showsPage(page, 'New pin');
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  await reach('Board');
  await page.getByLabel('Board', { exact: true }).getByRole('option').nth(1).waitFor({ state: 'attached' });
  await press('ArrowDown');
  await reach('Title');
  await page.keyboard.type('By keys');
  await reach('Address of the image');
  await page.keyboard.type('https://example.com/door.png');
  await page.getByText('pins of this month are left').waitFor();
  await press('Enter');
  await showsPage(page, 'By keys');
  await reach('Edit');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Edit the pin' }).waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await reach('Edit');
  await press('Enter');
  await reach('Title');
  await press('End');
  await page.keyboard.type(' alone');
  await press('Enter');
  await showsPage(page, 'By keys alone');
  await reach('Cancel …');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Cancel this pin?' }).waitFor();
  await reach('Cancel the pin');
  await press('Enter');
  await page.getByText('There are no pins yet.').waitFor();
  await page.close();
  // Where the change is told before the answer, the page asks once more for what is gone.
  browser.forgetComplaints(/status of 404 .*\/v1\/pins\//);
});

test('a schedule is moved to another day of the calendar, and asks where clocks leave out the time', async () => {
  const account = await furnishedAccount(service.call, { timezone: 'Europe/Berlin' });
  const title = 'A door of the night';
  const request = { account_id: account.accountId, board_id: account.boardId, title, image_url: 'https://example.com/door.png' };
  const runAt = new Date('2040-03-23T23:30:00Z');
  const { status } = await service.call('POST', '/v1/schedules', { ...request, run_at: runAt.toISOString() }, account.session);
  expect(status).toBe(201);
  const page = await openConsole(service, browser, account, '/calendar?day=2040-03-24', { timezoneId: 'America/New_York' });
  // Past midnight there, while it is the day before in UTC and at this browser.
  await page.getByRole('region', { name: 'The schedules of the day' }).getByText('2040-03-24 00:30:00').waitFor();
  await page.getByRole('button', { name: `Move … ${title}` }).click();
  const at = page.getByLabel('Publish at (Europe/Berlin)');
  expect(await at.inputValue()).toBe('2040-03-24T00:30');
  await at.fill('2040-03-25T02:30');
  await page.getByText('There is no such time in Europe/Berlin').waitFor();
  expect(await page.getByRole('button', { name: 'Move it' }).isDisabled()).toBe(true);
  await at.fill('2040-03-25T03:30');
  await page.getByRole('button', { name: 'Move it' }).click();
  await page.getByRole('link', { name: /^Sun 25\s*1 due/ }).click();
  await page.getByText('2040-03-25 03:30:00').waitFor();
  const [moved] = (await service.call('GET', '/v1/schedules', undefined, account.session)).body;
  expect(moved.run_at).toMatch(/^2040-03-25T01:30:00/);
  await page.getByLabel('Times in').selectOption('UTC');
  await page.getByText('2040-03-25 01:30:00').waitFor();
});

test('a file is sent and its import shown; rows that were refused say why', async () => {
  const account = await furnishedAccount(service.call);
  const page = await openConsole(service, browser, account, '/imports');
  await isLive(page);
  await page.getByRole('button', { name: 'New import' }).click();
  const where = `${account.accountId},${account.boardId}`;
  const rows = [`${where},Imported door,https://example.com/a.png`, `${where},Another door,https://example.com/b.png`];
  const buffer = Buffer.from(['account_id,board_id,title,image_url', ...rows].join('\n'));
  await page.getByLabel('CSV file').setInputFiles({ name: 'doors <b>.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await showsPage(page, 'Import');
  await page.getByText('0 of 2 rows: 0 created, 0 there before, 0 refused.').waitFor();
  // No process of this service works on it: what one would say is put into the answer.
  const [made] = (await service.call('GET', '/v1/pins/imports', undefined, account.session)).body;
  const results = [
    { row_number: 2, status: 'failed', error_code: 'invalid_title', error_message: '<b>No title</b>', error_field: 'title' },
  ];
  const ended = { ...made, status: 'completed_with_errors', processed_rows: 2, created_rows: 1, failed_rows: 1, results };
  await page.route(/imports\/[\w-]+$/, (route) =>
    route.request().url().includes('/v1/') ? route.fulfill({ json: ended }) : route.continue(),
  );
  await page.reload();
  await page.getByRole('region', { name: 'Refused rows' }).getByText('<b>No title</b>').waitFor();
  await expectUsable(page, 'console-import');
  await page.close();
});
