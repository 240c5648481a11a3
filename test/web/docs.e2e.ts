import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { startBrowser, type TestBrowser } from './browser';

let service: PlatformService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPlatformService(), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

test('"Try it out" reaches the service by whatever name the page was opened', async () => {
  const page = await browser.open();
  await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/docs`);
  const operation = page.locator('#operations-auth-getGoogleStatus');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table .response');
  await answer.waitFor();
  expect([await answer.locator('.response-col_status').innerText(), browser.complaints]).toEqual([expect.stringContaining('200'), []]);
});
