import { setTimeout as delay } from 'node:timers/promises';
import { isLive, openConsole } from '../test/console/open-console';
import type { Account } from '../test/setup/account';
import type { TestBrowser } from '../test/web/browser';
import type { ConsoleAddress } from './first-load';
import { openLoad, percentile } from './open-load';

export type PinOwner = Pick<Account, 'email'> & { readonly headers: Readonly<Record<string, string>> };

/** So many of the newest pins are changed; a window shows at least as many. */
export const changed = 12;
const settleMs = 5_000;

/** How long after the answer of a change its title, or a later one of the same pin, stands in the list. */
export async function changesOnScreen(
  at: ConsoleAddress,
  browser: TestBrowser,
  owner: PinOwner,
  load: { readonly ratePerSecond: number; readonly seconds: number },
) {
  const page = await openConsole(at, browser, owner, '/pins');
  await isLive(page);
  await page.getByRole('row').nth(changed).waitFor();
  await page.evaluate(`
    globalThis.shownAt = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.list a')) {
        const [, pin, n] = /^Pin (\\d+) change (\\d+)$/.exec(textContent) ?? [];
        if (n !== undefined && !(globalThis['last' + pin] >= Number(n))) {
          globalThis['last' + pin] = Number(n);
          shownAt.push([Number(pin), Number(n), Date.now()]);
        }
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  `);
  const ids = await newestPins(at, owner);
  const answered: (readonly [pin: number, n: number, atMs: number])[] = [];
  const { failures } = await openLoad({ ...load, inFlight: changed }, async (n) => {
    const pin = n % changed;
    const { status } = await at.call('PATCH', `/v1/pins/${ids[pin]}`, { title: `Pin ${pin} change ${n}` }, owner.headers);
    if (status === 200) answered.push([pin, n, Date.now()]);
    return status === 200;
  });
  await delay(settleMs);
  const shown = await page.evaluate<(readonly [number, number, number])[]>('shownAt');
  await page.context().close();
  const took = answered.map(([pin, n, atMs]) => {
    const first = shown.find(([shownPin, shownN]) => shownPin === pin && shownN >= n);
    return first === undefined ? Infinity : Math.max(0, first[2] - atMs);
  });
  return {
    p50: percentile(took, 50),
    p99: percentile(took, 99),
    changes: took.length,
    'not shown': took.filter((ms) => ms === Infinity).length,
    failures,
  };
}

/** Ids of the newest pins, the first of them first. */
export async function newestPins({ call }: ConsoleAddress, { headers }: PinOwner): Promise<readonly string[]> {
  const { body } = await call('GET', `/v1/pins?limit=${changed}`, undefined, headers);
  return (body as readonly { readonly id: string }[]).map(({ id }) => id);
}
