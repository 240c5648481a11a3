import { openConsole } from '../test/console/open-console';
import type { Account } from '../test/setup/account';
import type { TestBrowser } from '../test/web/browser';
import type { ConsoleAddress } from './first-load';

/** A list of very many real rows: the first of them, its middle, frames while it is moved, and what the page holds in the end. */
export async function longList(at: ConsoleAddress, browser: TestBrowser, person: Pick<Account, 'email'>) {
  const page = await openConsole(at, browser, person, '/no-such-page');
  const begun = performance.now();
  await page.goto(`${at.url}/app/pins`);
  await page.getByRole('row').nth(5).waitFor();
  const firstMs = performance.now() - begun;
  const [middleMs, longestFrameMs] = await page.evaluate<[number, number]>(`new Promise((done) => {
    const list = document.querySelector('.list');
    const begun = performance.now();
    const seen = new Set([...list.querySelectorAll('a')].map(({ href }) => href));
    list.scrollTop = list.scrollHeight / 2;
    const look = () => {
      const links = [...list.querySelectorAll('a')];
      if (links.length === 0 || links.some(({ href }) => seen.has(href))) return requestAnimationFrame(look);
      const middle = performance.now() - begun;
      let [longest, last, moved] = [0, performance.now(), 0];
      const move = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        if (++moved > 300) return done([middle, longest]);
        list.scrollTop += 400;
        requestAnimationFrame(move);
      };
      requestAnimationFrame((now) => ((last = now), requestAnimationFrame(move)));
    };
    requestAnimationFrame(look);
  })`);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  await page.context().close();
  return {
    'first row ms': firstMs.toFixed(0),
    'middle ms': middleMs.toFixed(0),
    'longest frame ms': longestFrameMs.toFixed(0),
    'heap MB': (heap / 1e6).toFixed(1),
  };
}
