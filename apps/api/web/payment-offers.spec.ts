import { loadConfiguration } from '@pps/runtime';
import { googleSignIn, orderAt } from './payment-offers';
import { pageDocumentOf } from './render-page';
import { SignInPageController } from './sign-in-page.controller';

const payments = { PAYMENT_API_URL: 'http://pay.test', PAYMENT_API_KEY: 'sk_test_1', PAYMENT_WEBHOOK_SECRET: 'whsec_1' };
const google = { GOOGLE_ISSUER: 'http://google.test', GOOGLE_CLIENT_ID: 'pins', GOOGLE_CLIENT_SECRET: 'simulated' };
const configured = (settings: Readonly<Record<string, string>> = {}) => loadConfiguration({ ...payments, ...google, ...settings });
const order = { plan: 'pro', billingCycle: 'annual' } as const;
const query = 'plan=pro&billing_cycle=annual';

test.each([
  ['http://pins.test', `/app/billing/buy?${query}`, order],
  ['http://pins.test/pins/', `/pins/app/billing/buy?${query}`, order],
  ['http://pins.test/pins', `/app/billing/buy?${query}`, null],
  ['http://pins.test', `/pins/app/billing/buy?${query}`, null],
  ['http://pins.test', `//pins.test/app/billing/buy?${query}`, null],
  ['http://pins.test', `/app/billing/../billing/buy?${query}`, null],
  ['http://pins.test', `/app/billing/buy/?${query}`, null],
  ['http://pins.test', '/app/billing/buy', null],
  ['http://pins.test', '/app/billing/buy?plan=playground&billing_cycle=annual', null],
  ['http://pins.test', '/app/billing/buy?plan=enterprise&billing_cycle=__proto__', null],
  ['http://pins.test', '', null],
])('at %s the path %s is the order %j', (publicUrl, path, expected) => {
  expect(orderAt(path, configured({ PUBLIC_URL: publicUrl }))).toEqual(expected);
});

test.each([
  ['http://pins.test', 'http://pins.test/app', true],
  ['http://pins.test/', 'http://pins.test/app/', true],
  ['http://pins.test/pins', 'http://pins.test/pins/app', true],
  ['http://pins.test', 'http://PINS.test:80/app', true],
  ['http://pins.test', 'https://pins.test/app', false],
  ['http://pins.test', 'https://app.test', false],
  ['http://pins.test/pins', 'http://pins.test/app', false],
])('at %s a purchase offers a sign-in with Google where it ends at %s: %s', (publicUrl, appUrl, isOffered) => {
  const way = googleSignIn(configured({ PUBLIC_URL: publicUrl, APP_URL: appUrl }), order);
  expect(way !== null).toBe(isOffered);
});

test('a sign-in that leads to a purchase or a proposal waits for a click, any other finishes itself', () => {
  const [sells, sellsNothing] = [configured(), loadConfiguration(google)];
  const shown = (configuration: typeof sells, next: string) => {
    const app = { configuration, clock: () => new Date() };
    const page = new SignInPageController(app, ...([{}, {}, {}, {}, {}, {}] as never as [never, never, never, never, never, never])).arrive(
      {
        token: 't',
        next,
      },
    );
    return pageDocumentOf(page, '/app', 'v');
  };
  const purchase = shown(sells, `/app/billing/buy?${query}`);
  expect(purchase).not.toContain('data-send-at-once');
  expect(purchase).toMatch(/<h1>Buy Pro<\/h1>[^]*\$[\d,.]+ a year/);
  const proposal = shown(sells, '/app/proposal?id=0197a000-0000-7000-8000-000000000001');
  expect(proposal).not.toContain('data-send-at-once');
  expect(proposal).toContain('<h1>What is proposed to you?</h1>');
  for (const text of [
    shown(sells, '/app/proposal?id=none'),
    shown(sells, '/app/billing'),
    shown(sellsNothing, `/app/billing/buy?${query}`),
  ]) {
    expect(text).toContain('data-send-at-once');
  }
});
