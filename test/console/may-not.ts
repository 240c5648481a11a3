import type { Page } from 'playwright-core';
import type { Account } from '../setup/account';
import type { Call } from '../setup/caller';

/** Has the window take its session for one that may do less. */
export async function mayNot(page: Page, call: Call, { session }: Pick<Account, 'session'>, ...names: readonly string[]): Promise<void> {
  const { body: me } = await call('GET', '/v1/auth/me', undefined, session);
  const permissions = { ...me.permissions, ...Object.fromEntries(names.map((name) => [name, false])) };
  await page.route(/\/v1\/auth\/me$/, (route) => route.fulfill({ json: { ...me, permissions } }));
}
