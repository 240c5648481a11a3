import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { isLive, openConsole } from '../test/console/open-console';
import { tcpProxy } from '../test/setup/tcp-proxy';
import type { TestBrowser } from '../test/web/browser';
import { changed, newestPins, type PinOwner } from './changes-on-screen';
import type { ConsoleAddress } from './first-load';

/** Cuts every connection of a window again and again while pins change; then the screen has to say what the service says. */
export async function cutOff(at: ConsoleAddress, port: number, browser: TestBrowser, owner: PinOwner, cuts: number) {
  const proxy = await tcpProxy(port);
  try {
    const page = await openConsole({ ...at, url: `http://127.0.0.1:${proxy.port}` }, browser, owner, '/pins');
    await isLive(page);
    const ids = await newestPins(at, owner);
    for (let cut = 0; cut < cuts; cut++) {
      const pin = cut % changed;
      const { status } = await at.call('PATCH', `/v1/pins/${ids[pin]}`, { title: `Cut ${cut}` }, owner.headers);
      if (status !== 200) throw new Error(`${status}`);
      proxy.cut();
      // Now in the middle of reading again, now when all is quiet.
      await delay(50 + (cut % 10) * 100);
    }
    const begun = performance.now();
    const right = await eventuallyRight(page, at, owner);
    await page.context().close();
    browser.forgetComplaints(/ERR_|Failed to load/);
    return { cuts, 'screen equals API': right, 'after ms': (performance.now() - begun).toFixed(0) };
  } finally {
    await proxy.stop();
  }
}

const longestMs = 60_000;

async function eventuallyRight(page: Page, at: ConsoleAddress, owner: PinOwner): Promise<boolean> {
  for (const deadline = performance.now() + longestMs; performance.now() < deadline; await delay(100)) {
    const { body } = await at.call('GET', `/v1/pins?limit=${changed}`, undefined, owner.headers);
    const titles = (body as readonly { readonly title: string }[]).map(({ title }) => title);
    const shown = await page.locator('.list a').allTextContents();
    if (JSON.stringify(shown.slice(0, changed)) === JSON.stringify(titles)) return true;
  }
  return false;
}
