import type { Locator } from 'playwright-core';
import { eventually } from '../setup/eventually';

/** Presses a key at something as who has no pointer: Tab leads to it from what stands before it, or this fails. */
export async function pressAt(target: Locator, key = 'Enter'): Promise<void> {
  const page = target.page();
  await target.waitFor();
  await eventually(
    `Tab leading to ${String(target)}`,
    async () => {
      await target.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      return (await target.and(page.locator(':focus')).count()) === 1 || undefined;
    },
    30_000,
  );
  await page.keyboard.press(key);
}
