import type { Locator, Page } from 'playwright-core';
import type { TestBrowser } from '../web/browser';

export interface HeldCalls {
  /** Lets them be answered: they are refused. */
  refuse(): void;
  /** From now on they are answered by the service. */
  letPass(): Promise<void>;
}

/** Holds the calls of a page to these addresses, and then refuses them. */
export async function holdCalls(page: Page, browser: TestBrowser, addresses: RegExp): Promise<HeldCalls> {
  let refuse = (): void => undefined;
  const held = new Promise<void>((done) => (refuse = done));
  await page.route(addresses, async (route) => {
    await held;
    const error = { code: 'internal_error', message: 'It broke.', type: 'internal', remediation: 'Tell us.', request_id: 'req-of-it' };
    await route.fulfill({ status: 500, json: { error }, headers: { 'x-request-id': 'req-of-it' } });
  });
  const letPass = async (): Promise<void> => {
    await page.unroute(addresses);
    browser.forgetComplaints(/500/);
  };
  return { refuse: () => refuse(), letPass };
}

/** Waits until that refusal is told: why, what to do, and the id to report. */
export async function tellsRefusal(page: Page): Promise<void> {
  const failure = page.getByRole('alert').first();
  await failure.getByText('req-of-it').waitFor();
  expect(await failure.textContent()).toMatch(/It broke\..*Tell us\./);
}

/** Opens a page: it says that what it reads is loading, then why that failed and how to repeat it, and then shows it; never two of these at once. */
export async function tellsStates(page: Page, browser: TestBrowser, address: string, reads: RegExp, shown: Locator): Promise<void> {
  const calls = await holdCalls(page, browser, reads);
  await page.goto(address);
  await page.getByText('loading …').first().waitFor();
  expect(await shown.count()).toBe(0);
  calls.refuse();
  await tellsRefusal(page);
  expect(await shown.count()).toBe(0);
  await calls.letPass();
  // A stream that has just begun has all of it read again by itself.
  const again = page.getByRole('button', { name: 'Try again' }).first();
  await Promise.race([again.click().catch(() => undefined), shown.first().waitFor()]);
  await shown.first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
}
