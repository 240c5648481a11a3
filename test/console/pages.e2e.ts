import type { Page } from 'playwright-core';
import { newKey, register, type Account } from '../setup/account';
import { eventually } from '../setup/eventually';
import { startBrowser, type TestBrowser } from '../web/browser';
import { saveDocPicture } from '../web/doc-picture';
import { expectUsable } from '../web/expect-usable';
import { startWebService, type WebService } from '../web/web-service';
import { isLive, openConsole, showsPage } from './open-console';
import { tellsStates } from './tells-states';
import { createPin, furnishedAccount, type FurnishedAccount } from './furnished-account';

let service: WebService;
let browser: TestBrowser;
let newcomer: Account;
let busy: FurnishedAccount;
let pinId: string;
let webhookId: string;
/** One of each, on which pages are opened one after the other. */
let bare: Page;
let full: Page;

const markup = '<img src=x onerror=alert(1)>';
// Turns what follows around, where it is not kept apart.
const turned = '\u202Egnp.exe \u2066‮';

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService({ WEBHOOK_TARGETS: 'any' }), startBrowser()]);
  [newcomer, busy] = await Promise.all([
    register(service.call),
    furnishedAccount(service.call, { full_name: `${markup} ${turned}`.slice(0, 200), workspace_name: `${markup} ${'W'.repeat(200)}` }),
  ]);
  pinId = await createPin(service.call, busy, `${markup} ${turned}`, {
    description: `"><script>alert(1)</script> ${'x'.repeat(700)}`,
    alt_text: `${'\u{1F6AA}'.repeat(200)} ${markup}`,
    link_url: 'https://example.com/?q=%22%3E%3Cscript%3E',
  });
  await createPin(service.call, busy, 'W'.repeat(100));
  await newKey(service.call, busy.session, { name: `${markup} ${turned}` });
  const webhook = { url: `http://127.0.0.1:9/?${'y'.repeat(400)}`, events: ['pin.published'] };
  const made = await service.call('POST', '/v1/webhooks', webhook, busy.session);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  webhookId = made.body.id;
  await service.call(
    'POST',
    '/v1/schedules',
    {
      ...{ account_id: busy.accountId, board_id: busy.boardId, title: `${markup} later`, image_url: 'https://example.com/door.png' },
      run_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
    busy.session,
  );
  [bare, full] = await Promise.all([openConsole(service, browser, newcomer), openConsole(service, browser, busy)]);
  for (const page of [bare, full])
    page.on('dialog', () => {
      throw new Error('a script of somebody else ran');
    });
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

afterEach(() => expect(browser.complaints).toEqual([]));

const go = (page: Page, path: string) => page.goto(`${service.url}/app${path}`);
const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').waitFor();
  await page.evaluate(`new Promise((done) => {
    const look = () => (document.body.textContent.includes('oading …') ? requestAnimationFrame(look) : done());
    look();
  })`);
};

/** Path, heading, what the newcomer reads there and may do next, and what is read there. */
const pages: readonly (readonly [path: string, heading: RegExp, empty: string, next: string, reads: RegExp])[] = [
  ['', /./, 'Nothing is scheduled.', 'Connect an account of the network', /\/v1\/schedules\?/],
  ['/pins', /^Pins$/, 'There are no pins yet.', 'New pin', /\/v1\/pins\?/],
  ['/pins/new', /^New pin$/, 'There is no account to publish with yet.', 'Connect one', /\/v1\/platform\/accounts/],
  ['/calendar', /^Calendar$/, 'Nothing is due on this day.', 'Schedule a pin', /\/v1\/schedules\?/],
  ['/schedules', /^Schedules$/, 'Nothing is scheduled.', 'Schedule a pin', /\/v1\/schedules\?/],
  ['/imports', /^Imports$/, 'Nothing was imported yet.', 'New import', /\/v1\/pins\/imports\?/],
  ['/files', /^Files$/, 'There are no files yet.', 'Choose a larger one', /\/v1\/assets\?/],
  ['/accounts', /^Accounts$/, 'No account is connected yet.', 'Connect an account', /\/v1\/platform\/accounts/],
  ['/webhooks', /^Webhooks$/, 'There are no webhooks yet.', 'New webhook', /\/v1\/webhooks/],
  ['/keys', /^API keys$/, 'There are no keys yet.', 'New key', /\/v1\/api-keys/],
  ['/reports', /^Reports$/, 'Nothing happened in these days.', 'New pin', /\/v1\/dashboard\/summary/],
  ['/usage', /^Usage$/, 'none is connected', 'Plans', /\/v1\/platform\/accounts/],
];

describe.each(pages)('/app%s', (path, heading, empty, next, reads) => {
  test('says that there is nothing yet, and what to do next', async () => {
    await go(bare, path);
    await showsPage(bare, heading);
    await bare.getByText(empty).first().waitFor();
    await bare
      .getByRole('link', { name: next })
      .or(bare.getByRole('button', { name: next }))
      .first()
      .waitFor();
    expect(await bare.locator('.failure').count()).toBe(0);
  });

  test('says that it is loading, then why it failed, with the id to report and a way to repeat it', async () => {
    await tellsStates(bare, browser, `${service.url}/app${path}`, reads, bare.getByText(empty));
  });

  test('is usable by everybody, and what others wrote is text', async () => {
    await go(full, path);
    await showsPage(full, heading);
    await settled(full);
    await expectUsable(full, `console-${path.replaceAll('/', '') || 'home'}`);
    expect(await full.locator('main img, main script, main iframe').count()).toBe(0);
  });
});

test('one thing, what is empty, and what is nowhere are usable by everybody too', async () => {
  for (const [page, path] of [
    [full, `/pins/${pinId}`],
    [full, `/webhooks/${webhookId}`],
    [full, '/billing'],
    [full, '/requests'],
    [bare, ''],
    [bare, '/pins'],
    [bare, '/no-such-page'],
  ] as const) {
    await go(page, path);
    await settled(page);
    await expectUsable(page, `console-${path.split('/')[1] ?? 'home'}-one`);
    expect(await page.locator('main img, main script').count()).toBe(0);
  }
});

test('what matches nothing is told apart from nothing, and leads back to all', async () => {
  for (const [path, words, back] of [
    ['/pins?status=failed', 'No pin matches.', 'Show all pins'],
    ['/pins?q=nothing-has-this', 'No pin matches.', 'Show all pins'],
    ['/schedules?status=canceled', 'No schedule matches.', 'Show all schedules'],
    ['/files?in_use=true&q=nothing', 'No file matches.', 'Show all files'],
    ['/requests?status=429', 'No request matches.', 'Show all requests'],
  ] as const) {
    await go(full, path);
    await full.getByText(words).waitFor();
    await full.getByRole('button', { name: back }).click();
    await full.getByText(words).waitFor({ state: 'detached' });
    expect(new URL(full.url()).search).toBe('');
  }
});

test('a text that was typed before another page was asked for does not lead back', async () => {
  await go(full, '/pins');
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((done) => (goOn = done));
  await full.route(/\/usage-page-/, async (route) => {
    await held;
    await route.continue();
  });
  await full.getByLabel('Words').fill('door');
  await full.getByRole('link', { name: 'Usage', exact: true }).click();
  const clickedAt = Date.now();
  await eventually('a rest of typing', async () => Date.now() > clickedAt + 700 || undefined);
  goOn();
  await showsPage(full, 'Usage');
  await full.unroute(/\/usage-page-/);
  expect(full.url()).toBe(`${service.url}/app/usage`);
});

test('a project that may not buy shows no way to, and says where', async () => {
  const account = await furnishedAccount(service.call);
  expect((await service.call('POST', '/v1/projects/sandbox', undefined, account.session)).status).toBe(201);
  const page = await openConsole(service, browser, account, '/billing');
  await page.getByRole('button', { name: /^Buy/ }).first().waitFor();
  await page.getByLabel('Project').selectOption({
    label:
      (await page
        .getByLabel('Project')
        .getByRole('option', { name: /sandbox/ })
        .textContent()) ?? '',
  });
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await showsPage(page, 'Usage');
  expect(await page.getByRole('link', { name: 'Plans' }).count()).toBe(0);
  await page.goto(`${service.url}/app/billing`);
  await page.getByText('Plans are bought and changed in the production project.').waitFor();
  expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
});

test('each number of a report opens the pins that it counts, by pointer and by keyboard', async () => {
  await go(full, '/reports?from=2020-01-01&to=2020-01-02');
  await full.getByText('Nothing happened in these days.').waitFor();
  await full.getByLabel('Range').selectOption('Last 7 days');
  const created = full.getByRole('region', { name: 'Created: table', exact: true });
  await created.getByRole('link', { name: '2', exact: true }).press('Enter');
  await full.getByText('2 pins', { exact: true }).waitFor();
  await full.getByRole('button', { name: /^Created from .* before .*✕$/ }).click();
  await full.waitForURL((url) => url.search === '');
  await full.goBack();
  await full.locator('.plot rect.created').click();
  await full.getByText('2 pins', { exact: true }).waitFor();
});

test('days that no report can be of are told apart, and the last ones of the calendar break nothing', async () => {
  await go(full, '/reports?from=2026-02-02&to=2026-02-01');
  await full.getByText('The first day is after the last one.').waitFor();
  await go(full, '/reports?from=2020-01-01&to=2026-02-01');
  await full.getByText(/A report is of 366 days at most; these are/).waitFor();
  for (const [days, told] of [
    ['from=9999-12-31&to=9999-12-31', 'Reports are of the years 2000 to 8999.'],
    ['from=0001-01-01&to=0001-01-02', 'Reports are of the years 2000 to 8999.'],
    ['from=9999-02-30&to=2026-13-01', 'Created'],
  ] as const) {
    await go(full, `/reports?${days}`);
    await full.getByText(told).first().waitFor();
    expect(await full.locator('.failure').count()).toBe(0);
  }
});

test('a text of a hundred thousand characters is cut, and half a character breaks nothing', async () => {
  const long = `${'\u{1F6AA}'.repeat(50_000)}${markup}`;
  const pins = (await service.call('GET', '/v1/pins?limit=100', undefined, busy.session)).body;
  const shown = pins.map((item: object, index: number) => ({ ...item, title: index === 0 ? long : `\uD83D ${turned}` }));
  await full.route(/\/v1\/pins\?/, (route) => route.fulfill({ json: shown, headers: { 'x-total-count': String(shown.length) } }));
  await go(full, '/pins');
  await isLive(full);
  await full.getByRole('link', { name: /^\u{1F6AA}/u }).waitFor();
  expect((await full.locator('main').innerHTML()).length).toBeLessThan(50_000);
  await expectUsable(full, 'console-long');
  await full.unroute(/\/v1\/pins\?/);
});

test('its pages are shown in the manual', async () => {
  const tidy = await furnishedAccount(service.call, { full_name: 'Ada Byron', workspace_name: 'Doors' });
  for (const title of ['Blue door', 'Red door', 'A door in the rain', 'Garden gate', 'Cellar door'])
    await createPin(service.call, tidy, title);
  const page = await openConsole(service, browser, tidy, '/pins');
  await page.getByText('5 pins', { exact: true }).waitFor();
  await isLive(page);
  await saveDocPicture(page, 'console-pins');
  await page.getByRole('link', { name: 'Garden gate' }).click();
  await page.getByText('What happened').waitFor();
  await settled(page);
  await saveDocPicture(page, 'console-pin');
  const { accountId: account_id, boardId: board_id } = tidy;
  const pasted = ['https://example.com/porch.png', 'porch'].map((image_url) => ({ account_id, board_id, title: 'Porch', image_url }));
  await go(page, '/pins/many');
  await page.getByLabel('Pins as JSON').fill(JSON.stringify(pasted));
  await page.getByRole('button', { name: 'Send the pins' }).click();
  await page.getByText('1 taken, 1 refused.').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await saveDocPicture(page, 'console-many');
  for (const name of ['reports', 'history']) {
    await go(page, `/${name}`);
    await settled(page);
    await isLive(page);
    await saveDocPicture(page, `console-${name}`);
  }
});
