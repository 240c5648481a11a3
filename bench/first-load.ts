import { openConsole } from '../test/console/open-console';
import type { Account } from '../test/setup/account';
import type { Call } from '../test/setup/caller';
import type { TestBrowser } from '../test/web/browser';
import { median } from './open-load';

export interface ConsoleAddress {
  readonly url: string;
  readonly call: Call;
}

const loads = 5;
const slowCpu = 4;
/** 1.6 Mbit/s with the latency of a slow mobile network, as Lighthouse simulates it. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** Long enough for what shifts late. */
const restMs = 3_000;

/** Largest contentful paint and layout shift of a first visit with nothing cached. */
export async function firstLoad(at: ConsoleAddress, browser: TestBrowser, person: Pick<Account, 'email'>) {
  const seen: { readonly lcpMs: number; readonly shift: number }[] = [];
  for (let load = 0; load < loads; load++) {
    const page = await openConsole(at, browser, person, '/no-such-page');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Network.emulateNetworkConditions', slowNetwork);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowCpu });
    await page.goto(`${at.url}/app/pins`);
    await page.getByRole('row').nth(5).waitFor();
    seen.push(
      await page.evaluate<(typeof seen)[number]>(`new Promise((done) => {
        let [lcpMs, shift] = [0, 0];
        new PerformanceObserver((list) => list.getEntries().forEach(({ startTime }) => (lcpMs = startTime))).observe({ type: 'largest-contentful-paint', buffered: true });
        new PerformanceObserver((list) => list.getEntries().forEach((each) => each.hadRecentInput || (shift += each.value))).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done({ lcpMs, shift }), ${restMs});
      })`),
    );
    await page.context().close();
  }
  return { 'LCP ms': median(seen.map(({ lcpMs }) => lcpMs)).toFixed(0), CLS: Math.max(...seen.map(({ shift }) => shift)).toFixed(4) };
}
