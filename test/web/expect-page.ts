import type { Page } from 'playwright-core';
import { expectUsable } from './expect-usable';

const looked = new Set<string>();

/** That the window shows the page with this heading, that everybody can use it, and that no token is in the address bar. */
export async function expectPage(page: Page, heading: string, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  // The heading is there before what follows it, and before the field that gets the keyboard.
  await page.waitForLoadState();
  expect(await page.title()).toBe(`${heading} · Pin Publishing Service`);
  expect(page.url()).not.toMatch(/token=/);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  const problems = await page.getByRole('alert').count();
  const kind = `${new URL(page.url()).pathname} ${heading} ${problems}`;
  if (looked.has(kind)) return;
  looked.add(kind);
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) expect(await page.getByRole(landmark).count()).toBe(1);
  await expectUsable(page, name);
}

/** What has the keyboard: its tag and name or text. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(
    '[document.activeElement.tagName.toLowerCase(), document.activeElement.name || document.activeElement.textContent].join(" ")',
  );
