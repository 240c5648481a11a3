import { openConsole } from '../test/console/open-console';
import type { Account } from '../test/setup/account';
import type { TestBrowser } from '../test/web/browser';
import type { ConsoleAddress } from './first-load';
import { percentile } from './open-load';

/** How long clicks and keys of somebody at work take until the next paint, as the browser measures it, by steps of 8 ms. */
export async function interactions(at: ConsoleAddress, browser: TestBrowser, person: Pick<Account, 'email'>) {
  const page = await openConsole(at, browser, person, '/pins');
  await page.getByRole('row').nth(5).waitFor();
  await page.evaluate(`
    globalThis.tookMs = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ interactionId, duration }) => interactionId > 0 && tookMs.push(duration)))
      .observe({ type: 'event', durationThreshold: 16, buffered: false });
    globalThis.interactionsBefore = performance.interactionCount ?? 0;
  `);
  for (let round = 0; round < 10; round++) {
    for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').click();
    await page.getByLabel('Words').pressSequentially('door');
    await page.getByLabel('Words').fill('');
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    await page.getByRole('link', { name: 'Pins', exact: true }).click();
    await page.getByRole('row').nth(5).waitFor();
  }
  const [took, count] = await page.evaluate<[number[], number]>('[tookMs, (performance.interactionCount ?? 0) - interactionsBefore]');
  await page.context().close();
  // Those below 16 ms are not told one by one.
  const all = [...Array.from({ length: Math.max(0, count - took.length) }, () => 8), ...took];
  return { p50: percentile(all, 50), p98: percentile(all, 98), worst: Math.max(...all), interactions: all.length };
}
