import type { Page } from 'playwright-core';
import { newId } from '@pps/kernel';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser, newSession, type Headers } from '../setup/platform-user';
import { expectUsable } from './expect-usable';
import { saveShot, startBrowser, type TestBrowser } from './browser';

let service: PlatformService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPlatformService({ WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'pro' }), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const operationIn = (page: Page, tag: string, id: string) => page.locator(`[id="operations-${tag}-${id}"]`);

/** Opens an operation and sends it as it is shown; gives status and body of the answer. */
async function tryOut(
  page: Page,
  tag: string,
  id: string,
): Promise<{ readonly status: string; readonly body: ReturnType<typeof JSON.parse> }> {
  const operation = operationIn(page, tag, id);
  const isOpen = (await operation.getAttribute('class'))?.includes('is-open') ?? false;
  if (!isOpen) await operation.locator('.opblock-summary-control').first().click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const answering = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/v1/'));
  await operation.getByRole('button', { name: 'Execute' }).click();
  const body: unknown = await (await answering).json();
  const answer = operation.locator('.live-responses-table .response');
  await answer.waitFor();
  const status = (await answer.locator('.response-col_status').first().innerText()).trim().slice(0, 3);
  await operation.locator('.opblock-summary-control').first().click();
  return { status, body };
}

/** Waits until the page has put what the credential can name where its examples were. */
const shows = (page: Page, value: string) => page.locator(`body[data-known*="${value}"]`).waitFor();

const open = async (host: string): Promise<Page> => {
  const page = await browser.open();
  await page.goto(`${service.url.replace('127.0.0.1', host)}/docs`);
  await page.locator('.opblock-tag-section').first().waitFor();
  return page;
};

const main = [
  ['platform', 'listAccounts', '200'],
  ['platform', 'listBoards', '200'],
  ['pins', 'validatePin', '200'],
  ['pins', 'createPin', '201'],
  ['pins', 'getPin', '200'],
  ['pins', 'listPins', '200'],
  ['schedules', 'createSchedule', '201'],
  ['webhooks', 'createWebhook', '201'],
  ['api-keys', 'createApiKey', '201'],
  ['billing', 'getBillingStatus', '200'],
] as const;

test.each([
  ['127.0.0.1', main],
  ['localhost', main.slice(0, 4)],
] as const)('"Try it out" does the main calls as they are shown, at %s', async (host, calls) => {
  const page = await open(host);
  const registered = await tryOut(page, 'auth', 'register');
  expect(registered.status).toBe('201');
  const session: Headers = { authorization: `Bearer ${registered.body.access_token}` };
  expect((await connectPlatformUser(service.call, session, { username: `reader-${newId()}` })).status).toBe(200);
  expect((await tryOut(page, 'auth', 'login')).status).toBe('200');
  const [account] = (await service.call('GET', '/v1/platform/accounts', undefined, session)).body;
  await shows(page, account.id);
  const answers = [];
  for (const [tag, id] of calls) answers.push([id, (await tryOut(page, tag, id)).status]);
  expect(answers).toEqual(calls.map(([, id, status]) => [id, status]));
  expect((await service.call('GET', '/v1/pins', undefined, session)).body).toHaveLength(1);
  expect(browser.complaints).toEqual([]);
});

test('the page tells a key what it can name, shows samples, webhooks and pins first, and asks nobody else', async () => {
  const asked: string[] = [];
  const page = await browser.open({ colorScheme: 'dark' });
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await page.goto(`${service.url}/docs#/pins/createPin`);
  const create = operationIn(page, 'pins', 'createPin');
  await create.locator('.code-samples').waitFor();
  expect(await create.locator('.code-samples pre').innerText()).toContain(`'${service.url}/v1/pins'`);
  await create.getByRole('button', { name: 'Python' }).click();
  expect(await create.locator('.code-samples pre').innerText()).toContain('requests.post(');
  expect(await page.locator('.opblock-tag').first().innerText()).toContain('pins');
  await page.getByText('pin.published', { exact: true }).first().waitFor();
  await saveShot(page, 'interface');
  expect([...new Set(asked)]).toEqual([new URL(service.url).host]);
  expect(browser.complaints).toEqual([]);
});

test('a credential that is put in by hand is enough, at the address of the machine', async () => {
  const session = await newSession(service.call);
  const connected = await connectPlatformUser(service.call, session, { username: `reader-${newId()}` });
  const page = await open('127.0.0.1');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page
    .locator('.auth-container input')
    .first()
    .fill(session['authorization']?.slice('Bearer '.length) ?? '');
  await page.locator('.auth-btn-wrapper .authorize').first().click();
  await page.locator('.btn-done').first().click();
  await shows(page, connected.body.account_id);
  expect((await tryOut(page, 'pins', 'createPin')).status).toBe('201');
});

test('everybody can use the page: closed, with an operation that is being tried, and with the credentials', async () => {
  const page = await open('127.0.0.1');
  // The parts are the same for every tag; all of them at once take a browser a minute.
  await page.getByRole('textbox', { name: 'Filter by tag' }).fill('requests');
  await page.locator('.opblock-tag-section').nth(1).waitFor({ state: 'detached' });
  await expectUsable(page, 'interface-closed');
  const operation = operationIn(page, 'requests', 'listRequests');
  await operation.locator('.opblock-summary-control').first().click();
  await operation.locator('.code-samples').waitFor();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table .response').waitFor();
  await expectUsable(page, 'interface-tried');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.auth-container input').first().waitFor();
  await expectUsable(page, 'interface-credentials');
});
