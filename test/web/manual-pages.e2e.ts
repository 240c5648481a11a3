import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { startBrowser, type TestBrowser } from './browser';
import { expectPage } from './expect-page';

let service: PlatformService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPlatformService(), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const manualPages = [
  ['manual', 'Pin Publishing Service'],
  ['errors', 'Errors'],
  ['quick-start', 'Quick start'],
  ['web-pages', 'Pages for browsers'],
  ['errors/quota_exceeded', 'quota_exceeded'],
  ['search?q=pin', 'Search the manual'],
] as const;

test.each(manualPages)('everybody can read /docs/%s', async (path, heading) => {
  const page = await browser.open();
  expect((await page.goto(`${service.url}/docs/${path}`))?.status()).toBe(200);
  await expectPage(page, heading, path.replace(/[^a-z]+/g, '-'));
  expect(browser.complaints).toEqual([]);
});

test('behind a proxy with a path prefix the search leads to a page, and that to the others', async () => {
  let target = '';
  const proxy = await startPrefixProxy('/pins', () => target);
  const root = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/pins`;
  const prefixed = await startPlatformService({ PUBLIC_URL: root });
  try {
    target = prefixed.url;
    const page = await browser.open();
    await page.goto(`${root}/docs/web-pages`);
    await expectPage(page, 'Pages for browsers', 'prefixed-manual');
    await page.getByRole('searchbox', { name: 'Search the manual' }).fill('verify the signature');
    await page.getByRole('button', { name: 'Search' }).click();
    await expectPage(page, 'Search the manual', 'prefixed-search');
    await page.locator('ol a').first().click();
    await expectPage(page, 'Webhooks', 'prefixed-page');
    expect(page.url()).toBe(`${root}/docs/webhooks#verify-the-signature`);
    await page.getByRole('link', { name: 'All pages' }).click();
    await expectPage(page, 'Pin Publishing Service', 'prefixed-list');
    expect([new URL(page.url()).pathname, browser.complaints]).toEqual(['/pins/docs/manual', []]);
  } finally {
    await prefixed.stop();
    proxy.closeAllConnections();
    proxy.close();
  }
});

/** Passes on what is below the prefix, without it. */
async function startPrefixProxy(prefix: string, target: () => string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    if (!path.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end();
    const passed = request(`${target()}${path.slice(prefix.length)}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
