import { createTransport } from 'nodemailer';
import type { Page } from 'playwright-core';
import { many, startFullSimulators, type FullSimulators } from '../../apps/simulators/pages/hostile-content.fixture';
import { connect, send, startTestSimulators, testRedirectUri, type TestSimulators } from '../../apps/simulators/testing';
import { startBrowser, type TestBrowser } from './browser';
import { saveDocPicture } from './doc-picture';
import { expectUsable } from './expect-usable';

let simulators: TestSimulators;
let browser: TestBrowser;

beforeAll(async () => {
  [simulators, browser] = await Promise.all([startTestSimulators(), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await simulators.discard();
});

afterEach(() => expect(browser.complaints).toEqual([]));

async function expectSimulatorPage(page: Page, heading: string, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await page.waitForLoadState();
  expect(await page.title()).toMatch(/ \(simulated\)$/);
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) expect(await page.getByRole(landmark).count()).toBe(1);
  await expectUsable(page, name);
}

async function sendMail(subject: string, html: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: simulators.smtpPort, secure: false });
  await transport.sendMail({
    ...{ from: 'pins@example.com', to: 'ada@example.com', subject, html },
    text: 'Hello Ada,\n\nplease verify your address: https://pins.example.com/app/verify-email?token=abc.\n\nYour pins',
  });
  transport.close();
}

test('the index leads to what is simulated', async () => {
  const page = await browser.open();
  await page.goto(simulators.url);
  await expectSimulatorPage(page, 'What is simulated here', 'simulators');
  await page.getByRole('link', { name: 'Read the mails' }).click();
  await expectSimulatorPage(page, 'Mailbox', 'mailbox-empty');
  await page.getByRole('link', { name: 'All simulators' }).click();
  await page.getByRole('link', { name: 'See the pins' }).click();
  await expectSimulatorPage(page, 'Pins', 'platform-empty');
});

test('a mail is read as its recipient would, and its links lead on', async () => {
  await sendMail('Verify your e-mail address', '<h1>Hello Ada</h1><p><a href="https://pins.example.com/verify">Verify</a></p>');
  const page = await browser.open();
  await page.goto(`${simulators.url}/mail/`);
  await expectSimulatorPage(page, 'Mailbox', 'mailbox');
  await page.getByRole('link', { name: /Verify your e-mail address/ }).click();
  await expectSimulatorPage(page, 'Verify your e-mail address', 'mail');
  const shown = page.frameLocator('iframe');
  await shown.getByRole('heading', { name: 'Hello Ada' }).waitFor();
  await saveDocPicture(page, 'mailbox');
  await page.context().route('https://pins.example.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'verified' }));
  for (const link of [shown.getByRole('link', { name: 'Verify' }), page.getByRole('link', { name: /verify-email/ }).first()]) {
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await opened.getByText('verified').waitFor();
    await opened.close();
  }
});

test('a user of the network allows less than was asked for', async () => {
  const page = await browser.open();
  const query = new URLSearchParams({
    ...{ client_id: 'Pin Publishing Service', redirect_uri: testRedirectUri, response_type: 'code', state: 's' },
    scope: 'user_accounts:read,boards:read,pins:write',
  });
  await page.goto(`${simulators.url}/platform/oauth/?${query}`);
  await expectSimulatorPage(page, 'Allow access to your account?', 'platform-consent');
  await saveDocPicture(page, 'consent');
  await page.getByLabel('Username').fill('grace');
  for (const box of ['Make, change and delete your pins', 'See your boards']) await page.getByLabel(box).uncheck();
  // Nobody listens there, and no route of a browser's context is asked about a redirect.
  const redirected = page.waitForRequest((request) => request.url().startsWith(testRedirectUri));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const code = new URL((await redirected).url()).searchParams.get('code') ?? '';
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: testRedirectUri });
  const authorization = `Basic ${Buffer.from('Pin Publishing Service:secret').toString('base64')}`;
  const { json } = await send('POST', `${simulators.url}/platform/v5/oauth/token`, form, { authorization });
  expect(json.scope).toBe('user_accounts:read');
});

test('a visitor of the identity provider sees who asks', async () => {
  const page = await browser.open();
  const query = { client_id: 'pins', redirect_uri: testRedirectUri, response_type: 'code', scope: 'openid email', state: 's' };
  await page.goto(`${simulators.url}/identity/authorize?${new URLSearchParams(query)}`);
  await expectSimulatorPage(page, 'Sign in', 'identity-consent');
});

test('what was paid is managed where a customer would expect it', async () => {
  const stripe = async (path: string, form: Record<string, string>) =>
    (await send('POST', `${simulators.url}/payments/v1/${path}`, new URLSearchParams(form), { authorization: 'Bearer sk_test_simulated' }))
      .json;
  const customer = (await stripe('customers', { name: 'Ada & <Sons>', email: 'ada@example.com' })).id;
  const { url } = await stripe('checkout/sessions', {
    ...{ customer, mode: 'subscription', 'line_items[0][price]': 'price_growth_monthly', 'line_items[0][quantity]': '1' },
    ...{ 'subscription_data[metadata][workspace_id]': 'w1', cancel_url: `${simulators.url}/mail/`, success_url: `${simulators.url}/mail/` },
  });
  const page = await browser.open();
  await page.goto(url);
  await expectSimulatorPage(page, 'Checkout', 'checkout');
  await saveDocPicture(page, 'checkout');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
  const portal = await stripe('billing_portal/sessions', { customer, return_url: `${simulators.url}/mail/` });
  await page.goto(portal.url);
  await expectSimulatorPage(page, 'Billing', 'portal');
  expect(await page.getByRole('cell', { name: '$49.00' }).count()).toBe(1);
  for (const path of ['checkout', 'portal']) {
    await page.goto(`${simulators.url}/payments/${path}/nothing`);
    await expectSimulatorPage(page, path === 'portal' ? 'Billing' : 'Checkout', `${path}-gone`);
  }
});

test('every pin of the network has a picture', async () => {
  const user = await connect(simulators.url, 'ada');
  const pins = [
    ['Lemon and thyme olive oil cake', 'kitchen/lemon-thyme-cake'],
    ['A reading corner in two square metres', 'rooms/reading-corner'],
    ['A bee-friendly bed along the fence', 'garden/bee-border'],
    ['Three days in Porto on foot', 'journeys/porto'],
    ['Block-printed tea towels', 'studio/block-print'],
    ['Miso butter mushrooms on toast', 'kitchen/miso-mushrooms'],
  ];
  for (const [title = '', path] of pins) {
    const media_source = { source_type: 'image_url', url: `https://images.example.com/${path}.jpg` };
    await user.call('POST', '/pins', { board_id: user.boardId, title, alt_text: title, link: 'https://example.com/', media_source });
  }
  const page = await browser.open();
  await page.goto(`${simulators.url}/platform/`);
  await expectSimulatorPage(page, 'Pins', 'platform');
  expect(await page.getByRole('main').getByRole('img').count()).toBe(pins.length);
  await saveDocPicture(page, 'pins');
});

describe('with 10,000 mails and pins, the newest hostile', () => {
  let full: FullSimulators;
  beforeAll(async () => {
    full = await startFullSimulators();
  }, 600_000);
  afterAll(() => full.discard());

  test('the pages are usable, and nothing of theirs runs', async () => {
    const page = await browser.open();
    await page.goto(`${full.url}/platform/`);
    await expectSimulatorPage(page, 'Pins', 'platform-full');
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText('Page 2 of').waitFor();
    await page.goto(`${full.url}/mail/`);
    await expectSimulatorPage(page, 'Mailbox', 'mailbox-full');
    await page.goto(`${full.url}/mail/message/${many + 1}`);
    await page.frameLocator('iframe').getByText('Hello').click();
    await page.frameLocator('iframe').getByRole('link', { name: 'Bad' }).click();
    await expectUsable(page, 'mail-hostile');
    expect(await page.title()).toContain('<script>');
    expect(page.url()).toBe(`${full.url}/mail/message/${many + 1}`);
    // What the mail tried and the browser refused.
    browser.forgetComplaints(/sandboxed|Content Security Policy|content security policy/);
  });
});
