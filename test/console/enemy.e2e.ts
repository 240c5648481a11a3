import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { png, uploadForm } from '../assets/uploader';
import { newKey } from '../setup/account';
import { eventually } from '../setup/eventually';
import { startBrowser, type TestBrowser } from '../web/browser';
import { expectUsable } from '../web/expect-usable';
import { startWebService, type WebService } from '../web/web-service';
import { createPin, furnishedAccount, type FurnishedAccount } from './furnished-account';
import { isLive, openConsole, showsPage } from './open-console';

let service: WebService;
let browser: TestBrowser;
let account: FurnishedAccount;
/** A page of somebody else on this machine: another port is another origin of the same site, to which a strict cookie goes. */
let evil: Server;
let evilUrl: string;

beforeAll(async () => {
  evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>evil</title><body>'));
  await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done));
  evilUrl = `http://127.0.0.1:${(evil.address() as AddressInfo).port}/`;
  [service, browser] = await Promise.all([startWebService({ WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'starter' }), startBrowser()]);
  account = await furnishedAccount(service.call);
  await createPin(service.call, account, 'A door');
  await newKey(service.call, account.session, { name: 'A key' });
  await service.call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['pin.published'] }, account.session);
  const pin = { account_id: account.accountId, board_id: account.boardId, title: 'Later', image_url: 'https://example.com/door.png' };
  await service.call('POST', '/v1/schedules', { ...pin, run_at: new Date(Date.now() + 86_400_000).toISOString() }, account.session);
  await service.call('POST', '/v1/proposals', { items: [{ action: 'publish', pin }] }, account.session);
  const file = new FormData();
  file.set('file', new Blob([new Uint8Array(await png())]), 'door.png');
  expect((await uploadForm(`${service.url}/v1/assets/images`, file, account.session)).status).toBe(201);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
  await new Promise((done) => evil.close(done));
});

afterEach(() => expect(browser.complaints).toEqual([]));

test('no page of another shows ours in a frame', async () => {
  const page = await openConsole(service, browser, account, '/keys');
  await showsPage(page, 'API keys');
  await page.goto(evilUrl);
  for (const path of ['/app/keys', '/app/settings/security', '/app/billing', '/app/console/none.js']) {
    const answered = page.waitForResponse((response) => response.url() === `${service.url}${path}`);
    await page.evaluate(`document.body.innerHTML = '<iframe src="${service.url}${path}"></iframe>'`);
    await answered;
    await eventually(`no frame with ${path}`, async () => page.frames()[1]?.url().startsWith('chrome-error:') || undefined);
  }
  await page.close();
  browser.forgetComplaints(/frame|status of 404/i);
});

const forged = { full_name: 'Forged', title: 'Forged', name: 'Forged' };

/** Every way in which a page of another origin makes a browser ask something of us, with whatever cookie it sends along. */
const forgery = (url: string): string => `(async () => {
  const paths = ['/v1/auth/logout', '/v1/auth/profile', '/v1/pins', '/v1/api-keys', '/v1/projects/sandbox', '/v1/projects/switch', '/v1/auth/account/delete'];
  const body = ${JSON.stringify(JSON.stringify(forged))};
  const quiet = (promise) => promise.catch(() => undefined);
  const load = (tag, attribute, address) => new Promise((done) => {
    const made = Object.assign(document.createElement(tag), { onload: done, onerror: done, [attribute]: address });
    document.body.append(made);
    setTimeout(done, 5_000);
  });
  await Promise.all(paths.map(async (path) => {
    const address = ${JSON.stringify(url)} + path;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      await quiet(fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': type }, body }));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'application/json', 'x-session-carrier': 'x' }])
        await quiet(fetch(address, { method, credentials: 'include', headers, body }));
    navigator.sendBeacon(address, body);
    navigator.sendBeacon(address, new Blob([body], { type: 'text/plain' }));
    await load('img', 'src', address);
    await load('script', 'src', address);
    await load('iframe', 'src', address);
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const name = 'f' + Math.random();
      const frame = Object.assign(document.createElement('iframe'), { name });
      document.body.append(frame);
      const form = Object.assign(document.createElement('form'), { action: address, method: 'post', enctype, target: name });
      for (const [key, value] of Object.entries(JSON.parse(body))) form.append(Object.assign(document.createElement('input'), { name: key, value }));
      document.body.append(form);
      const done = new Promise((done) => { frame.onload = done; setTimeout(done, 5_000); });
      form.submit();
      await done;
    }
  }));
})()`;

test('no request that a page of another origin forges changes anything, or ends the session', async () => {
  const page = await openConsole(service, browser, account, '/keys');
  await showsPage(page, 'API keys');
  const stateOf = async () => {
    const paths = ['/v1/auth/me', '/v1/auth/profile', '/v1/pins', '/v1/api-keys', '/v1/projects'];
    const answers = await Promise.all(paths.map((path) => service.call('GET', path, undefined, account.session)));
    // When a key was used last is no change.
    return JSON.stringify(answers.map(({ body }) => body)).replaceAll(/"last_used_at":[^,}]+/g, '');
  };
  const before = await stateOf();
  const sent: string[] = [];
  const other = await page.context().newPage();
  other.on('request', (request) => {
    if (request.url().startsWith(service.url)) sent.push(`${request.method()} ${request.resourceType()}`);
  });
  await other.goto(evilUrl);
  await other.evaluate(forgery(service.url));
  expect(new Set(sent).size).toBeGreaterThan(6);
  // Whole windows too: a form, and an address that is opened.
  await other.evaluate(
    `document.body.innerHTML = '<form method="post" action="${service.url}/v1/auth/logout"><button>Win</button></form>'`,
  );
  await other.getByRole('button', { name: 'Win' }).click();
  await other.waitForURL(/\/v1\/auth\/logout/);
  await other.close();
  expect(await stateOf()).toBe(before);
  await page.reload();
  await showsPage(page, 'API keys');
  await page.close();
  browser.forgetComplaints(/CORS|ERR_FAILED|ERR_BLOCKED|status of|frame|Refused|ORB|MIME/i);
});

const corpus = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '{{constructor.constructor("alert(1)")()}}',
  '<style>*{display:none}</style><base href=//evil.example>',
  '</textarea></title><math><mtext><img src=x onerror=alert(1)>',
].join(' ');
const turned = '\u202E\u2066\u202Dgnp.exe\u0000\u0007\uD83D';
const texts =
  /^(name|title|description|alt_text|link_url|image_url|url|message|error_message|remediation|full_name|email|username|platform_user_id|workspace_name|client_name|authorized_by_email|user_agent|health_message|text|file_name|subtitle|company_name|key_prefix|disabled_reason|path|summary|original_filename|content_type)$/;

/** Answers as an enemy could have filled them: every text hostile, every moment in the last year that there is. */
const poisoning = (hostile: string): string => `(() => {
  const [own, texts, hostile] = [window.fetch.bind(window), ${String(texts)}, ${JSON.stringify(hostile)}];
  const poison = (value, name) => {
    if (Array.isArray(value)) return value.map((each) => poison(each, name));
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poison(each, key)]));
    if (typeof value !== 'string') return value;
    if (texts.test(name)) return hostile;
    return /^\\d{4}-\\d\\d-\\d\\dT/.test(value) ? '9999-12-31T23:59:59.999Z' : value;
  };
  window.fetch = async (input, init) => {
    const response = await own(input, init);
    if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return response;
    const { status, headers } = response;
    return new Response(JSON.stringify(poison(await response.json(), '')), { status, headers });
  };
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    (window.violations ??= []).push(violatedDirective + ' ' + blockedURI));
})()`;

/** Opens pages with such answers; fails for whatever is not text, or not cut. */
async function expectText(hostile: string, paths: readonly string[]): Promise<void> {
  const page = await openConsole(service, browser, account);
  await isLive(page);
  page.on('dialog', () => {
    throw new Error('a script of somebody else ran');
  });
  await page.addInitScript(poisoning(hostile));
  for (const path of paths) {
    await page.goto(`${service.url}/app${path}`);
    await settled(page);
    const found = await page.evaluate(`({
      violations: window.violations ?? [],
      foreign: document.querySelectorAll('main img, main script, main iframe, main style, base, [onerror], [onload]').length,
      links: [...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol)).length,
      wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      failed: document.querySelectorAll('.failure').length,
      crashed: /This page has failed|Sign in/.test(document.querySelector('main').textContent),
      tall: document.querySelector('main').textContent.length > 100_000,
    })`);
    const nothing = { violations: [], foreign: 0, links: 0, wide: false, failed: 0, crashed: false, tall: false };
    expect([path, found]).toEqual([path, nothing]);
  }
  await page.close();
  browser.forgetComplaints(/status of 404 .*\/account\/export/);
}

test('scripts in every text, in the year 9999, are text on every page, and the policy has nothing to forbid', async () => {
  const ids = await Promise.all(
    ['pins', 'webhooks', 'proposals', 'schedules', 'assets'].map(async (name) => {
      const { body } = await service.call('GET', `/v1/${name}`, undefined, account.session);
      const [first] = name === 'assets' ? body.assets : body;
      return `/${name === 'assets' ? 'files' : name}/${first.id}`;
    }),
  );
  const lists = [
    '',
    '/pins',
    '/pins/new',
    '/calendar',
    '/schedules',
    '/imports',
    '/files',
    '/accounts',
    '/webhooks',
    '/keys',
    '/requests',
    '/usage',
  ];
  const others = ['/billing', '/proposals', '/programs', '/settings', '/settings/security', '/settings/data'];
  await expectText(`${corpus} ${turned}`, [...lists, ...others, ...ids]);
});

test('a hundred thousand characters that turn around are cut wherever nobody has to agree to them', async () => {
  const long = `${turned}${'\u{1F6AA}W'.repeat(33_000)}${corpus}`;
  await expectText(long, ['/keys', '/accounts', '/webhooks', '/proposals', '/settings/security']);
});

async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.evaluate(`new Promise((done) => {
    const look = () => (document.body.textContent.includes('oading …') ? requestAnimationFrame(look) : done());
    look();
  })`);
}

test('a page that a newer version took away leaves the one that is open with what was typed, and is offered', async () => {
  const page = await openConsole(service, browser, account, '/pins/new');
  await isLive(page);
  await page.getByLabel('Title').fill('Typed before the update');
  await page.route(/webhooks-page-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Webhooks' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await notice.waitFor();
  await showsPage(page, 'New pin');
  expect(await page.getByLabel('Title').inputValue()).toBe('Typed before the update');
  await expectUsable(page, 'console-outdated');
  await notice.getByRole('button', { name: 'Stay here' }).click();
  await notice.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/app/pins/new');
  expect(await page.getByLabel('Title').inputValue()).toBe('Typed before the update');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Stay here' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe('Typed before the update');
  // It is there again, as after a moment without a network.
  await page.unroute(/webhooks-page-.*\.js$/);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await showsPage(page, 'Webhooks');
  browser.forgetComplaints(/404|dynamically imported/);
});
