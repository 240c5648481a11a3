import { newId } from '@pps/kernel';
import type { Page } from 'playwright-core';
import { programAt, registered } from '../grants/grant-service';
import { bearer } from '../setup/caller';
import { enableSecondFactor } from '../setup/second-factor';
import { saveShot, startBrowser, type TestBrowser } from './browser';
import { expectPage } from './expect-page';
import { startWebService, type WebService } from './web-service';

let service: WebService;
let browser: TestBrowser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startWebService(), startBrowser()]);
}, 600_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

afterEach(() => expect(browser.complaints).toEqual([]));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
async function enter(page: Page, code: string, button: string) {
  await page.getByRole('textbox').fill(code);
  await press(page, button);
}

describe('signing in with Google', () => {
  const person = () => ({ email: `grace.${newId()}@example.test`, name: '<img src=x onerror=alert(1)> & "Grace"' });

  async function signIn(page: Page, { email, name }: ReturnType<typeof person>, answer = 'Continue'): Promise<void> {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await press(page, answer);
  }

  test('leads from the start page to a session, and the next time too', async () => {
    const grace = person();
    const page = await browser.open();
    await page.goto(`${service.url}/app`);
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await signIn(page, grace);
    await expectPage(page, 'Welcome', 'signed-in-new');
    expect(page.url()).toBe(`${service.url}/app/auth/complete`);
    expect(await page.getByRole('status').first().textContent()).toContain(`${grace.name} (${grace.email})`);
    expect(await page.getByRole('link', { name: 'Go on' }).count()).toBe(0);
    await page.getByText('Access token for the interface').click();
    await saveShot(page, 'signed-in-token');
    expect(await page.getByText('valid for 12 hours').isVisible()).toBe(true);
    const token = await page.getByLabel('Access token', { exact: true }).inputValue();
    expect((await service.call('GET', '/v1/auth/me', undefined, bearer(token))).body.user.email).toBe(grace.email);

    await page.goto(`${service.url}/v1/auth/google/login?next=/app/billing`);
    await signIn(page, grace);
    await expectPage(page, 'You are signed in', 'signed-in');
    await page.getByRole('link', { name: 'Go on' }).click();
    await expectPage(page, 'Plans', 'billing');
  });

  test('comes back to the question of a program, whose claim the service signs itself', async () => {
    const program = programAt(service.url);
    const page = await browser.open();
    await page.goto(program.authorizeUrl(await registered(program)));
    const link = page.getByRole('link', { name: 'Google' });
    expect(await link.getAttribute('href')).toContain('/v1/auth/google/login?connector=');
    await link.click();
    await signIn(page, person());
    await press(page, 'Go on');
    await expectPage(page, 'Let this program act for you?', 'program-asks-after-google');
  });

  test('asks for a code where the person has a second factor', async () => {
    const grace = person();
    const page = await browser.open();
    await page.goto(`${service.url}/v1/auth/google/login`);
    await signIn(page, grace);
    await expectPage(page, 'Welcome', 'signed-in-new');
    await page.getByText('Access token for the interface').click();
    const session = bearer(await page.getByLabel('Access token', { exact: true }).inputValue());
    const { app, recoveryCodes } = await enableSecondFactor(service.call, { session });
    await page.goto(`${service.url}/v1/auth/google/login?next=/app/billing`);
    await signIn(page, grace);
    await expectPage(page, 'Enter a code', 'enter-code');
    await enter(page, app.wrongCode(), 'Go on');
    await expectPage(page, 'Enter a code', 'enter-code-wrong');
    await enter(page, recoveryCodes[0] ?? '', 'Go on');
    await expectPage(page, 'You are signed in', 'signed-in-second-factor');
    expect(await page.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe('/app/billing');
  });

  test('that was refused, or ends in a used or tampered link, says so and offers to begin again', async () => {
    const page = await browser.open();
    await page.goto(`${service.url}/v1/auth/google/login`);
    await press(page, 'Cancel');
    await expectPage(page, 'You are not signed in', 'sign-in-refused');
    await page.getByRole('link', { name: 'Sign in with Google again' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
    for (const query of ['', '?token=', '?error=<script>', '?error=account_exists', '?error=invalid_state']) {
      expect((await page.goto(`${service.url}/app/auth/complete${query}`))?.status()).toBe(400);
      await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
    }
    await expectPage(page, 'You are not signed in', 'sign-in-expired');
  });

  test('works without scripts by a click, is not used up by a GET, and never leads to another site', async () => {
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(`${service.url}/v1/auth/google/login`);
    await signIn(page, person());
    await page.getByRole('heading', { name: 'Finish signing in' }).waitFor();
    const arrived = new URL(page.url());
    for (const next of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)']) {
      arrived.searchParams.set('next', next);
      await page.goto(arrived.href);
    }
    await press(page, 'Finish signing in');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await page.content()).not.toMatch(/evil\.test|javascript:/);
    const seeing = await browser.open();
    await seeing.goto(arrived.href, { waitUntil: 'commit' });
    await expectPage(seeing, 'You are not signed in', 'sign-in-used');
  });
});
