import { newId } from '@pps/kernel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { password, register } from '../setup/account';
import { programAt, type Program } from '../grants/grant-service';
import { startBrowser, type TestBrowser } from './browser';
import { startWebService, type WebService } from './web-service';

let service: WebService;
let browser: TestBrowser;
let program: Program;
let target: Server;
let elsewhere: Server;

const listening = (onRequest: (address: string) => string | null): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(({ url = '' }, response) => {
      const location = onRequest(url);
      if (location !== null) response.writeHead(302, { location });
      response.end('<title>The program</title>');
    }).listen(0, '::', () => resolve(server));
  });
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService(), startBrowser()]);
  program = programAt(service.url);
  elsewhere = await listening(() => null);
  target = await listening((address) => (address.startsWith('/led') ? `http://localhost:${portOf(elsewhere)}/done` : null));
}, 600_000);
afterAll(async () => {
  await browser.close();
  target.close();
  elsewhere.close();
  await service.stop();
});
afterEach(() => expect(browser.complaints).toEqual([]));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function ask(page: Page, redirect: string, changes: Readonly<Record<string, string>> = {}): Promise<void> {
  const { body } = await program.register({ client_name: 'Walker', redirect_uris: [redirect], token_endpoint_auth_method: 'none' });
  await page.goto(program.authorizeUrl(body.client_id, { redirect_uri: redirect, resource: '-', ...changes }));
}

test.each(['127.0.0.1', '[::1]', 'localhost', 'led'])('a browser follows the way back to %s', async (host) => {
  const { email } = await register(service.call);
  const page = await browser.open();
  await ask(page, `http://${host === 'led' ? 'localhost' : host}:${portOf(target)}/${host === 'led' ? 'led' : 'callback'}`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Go on');
  await press(page, 'Let it act');
  await page.waitForURL(/\/(callback\?code=|done$)/);
});

test('Google leads back to a long question, also after a mistyped password', async () => {
  const { email } = await register(service.call);
  const page = await browser.open();
  await ask(page, `http://localhost:${portOf(target)}/callback`, { state: 's'.repeat(1_500) });
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('not this one');
  await press(page, 'Go on');
  await page.getByRole('link', { name: 'Sign in with Google instead' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`grace.${newId()}@example.test`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace');
  await press(page, 'Continue');
  await press(page, 'Go on');
  await press(page, 'Let it act');
  await page.waitForURL(/\/callback\?code=[\w-]+&state=s{1500}&iss=/);
});
