import type { Page } from 'playwright-core';
import { newKey, register, type Account } from '../setup/account';
import { startBrowser, type TestBrowser } from '../web/browser';
import { saveDocPicture } from '../web/doc-picture';
import { expectUsable } from '../web/expect-usable';
import { startWebService, type WebService } from '../web/web-service';
import { isLive, openConsole, showsPage } from './open-console';
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
  ['/accounts', /^Accounts$/, 'No account is connected yet.', 'Connect an account', /\/v1\/platform\/accounts/],
  ['/webhooks', /^Webhooks$/, 'There are no webhooks yet.', 'New webhook', /\/v1\/webhooks/],
  ['/keys', /^API keys$/, 'There are no keys yet.', 'New key', /\/v1\/api-keys/],
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
    let answer = (): void => undefined;
    const held = new Promise<void>((done) => (answer = done));
    await bare.route(reads, async (route) => {
      await held;
      const error = { code: 'internal_error', message: 'It broke.', type: 'internal', remediation: 'Tell us.', request_id: 'req-of-it' };
      await route.fulfill({ status: 500, json: { error }, headers: { 'x-request-id': 'req-of-it' } });
    });
    await go(bare, path);
    await bare.getByText('loading …').first().waitFor();
    expect(await bare.getByText(empty).count()).toBe(0);
    answer();
    const failure = bare.getByRole('alert').first();
    await failure.getByText('req-of-it').waitFor();
    expect(await failure.textContent()).toMatch(/It broke\..*Tell us\./);
    expect(await bare.getByText(empty).count()).toBe(0);
    await bare.unroute(reads);
    browser.forgetComplaints(/500/);
    // A stream that has just begun has all of it read again by itself.
    const again = bare.getByRole('button', { name: 'Try again' }).first();
    await Promise.race([again.click().catch(() => undefined), bare.getByText(empty).first().waitFor()]);
    await bare.getByText(empty).first().waitFor();
    expect(await bare.getByRole('alert').count()).toBe(0);
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
    ['/requests?status=429', 'No request matches.', 'Show all requests'],
  ] as const) {
    await go(full, path);
    await full.getByText(words).waitFor();
    await full.getByRole('button', { name: back }).click();
    await full.getByText(words).waitFor({ state: 'detached' });
    expect(new URL(full.url()).search).toBe('');
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
});
