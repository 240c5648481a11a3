import { startBrowser, type TestBrowser } from '../web/browser';
import { startWebService, type WebService } from '../web/web-service';
import { register, password } from '../setup/account';
import { connectPlatformUser } from '../setup/platform-user';

let service: WebService;
let browser: TestBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService(), startBrowser()]);
}, 600_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
});

test('smoke', async () => {
  const account = await register(service.call);
  await connectPlatformUser(service.call, account.session, { username: 'someone' });
  const [acc] = (await service.call('GET', '/v1/platform/accounts', undefined, account.session)).body;
  const [board] = (await service.call('GET', `/v1/platform/boards?account_id=${acc.id}`, undefined, account.session)).body;
  for (let i = 0; i < 5; i++)
    await service.call('POST', '/v1/pins', { account_id: acc.id, board_id: board.id, title: `Pin ${i} <img src=x onerror=alert(1)>`, image_url: 'https://example.com/x.png' }, account.session);
  const page = await browser.open();
  page.setDefaultTimeout(15000);
  page.on('console', (m) => console.log(m.type(), m.text()));
  page.on('pageerror', (e) => console.log('ERR', e.message));
  page.on('response', (r) => { if (r.status() >= 400) console.log(r.status(), r.url()); });
  await page.goto(`${service.url}/app/pins`);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill(password);
  await page.screenshot({ path: '/tmp/shots/sign-in.png' });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Pins' }).waitFor();
  await page.getByText('5 pins').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.screenshot({ path: '/tmp/shots/pins.png' });
  for (const [name, path] of [['home', ''], ['accounts', '/accounts'], ['new', '/pins/new'], ['keys', '/keys'], ['webhooks', '/webhooks'], ['requests', '/requests'], ['usage', '/usage'], ['billing', '/billing']]) {
    await page.goto(`${service.url}/app${path}`);
    await page.locator('h1').waitFor();
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  }
  await page.goto(`${service.url}/app/pins`);
  await page.getByRole('link', { name: /^Pin 3/ }).click();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: '/tmp/shots/pin.png', fullPage: true });
  console.log(browser.complaints);
}, 100000);
