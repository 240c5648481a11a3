import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { saveShot } from './browser';

const [phone, desk] = [360, 1_280];
const contrast = 'color-contrast';
/** Contrast does not depend on the width: in light it is looked at on a desk, in dark on a phone. */
const looks = [
  { width: desk, scheme: 'light', options: { resultTypes: ['violations'] } },
  { width: phone, scheme: 'light', options: { resultTypes: ['violations'], rules: { [contrast]: { enabled: false } } } },
  { width: phone, scheme: 'dark', options: { runOnly: [contrast] } },
] satisfies { width: number; scheme: 'light' | 'dark'; options: axe.RunOptions }[];

/** That everybody can use what the window shows: axe finds nothing in light and dark, nothing is cut off on a phone or a desk, and no picture is broken. */
export async function expectUsable(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: desk, height: 720 };
  await page.evaluate(axe.source);
  for (const { width, scheme, options } of looks) {
    await page.setViewportSize({ width, height: 800 });
    if (scheme === 'dark') await showIn(page, scheme);
    expect([name, width, await hiddenWidth(page)]).toEqual([name, width, 0]);
    expect([name, width, scheme, await violations(page, { ...options, iframes: false })]).toEqual([name, width, scheme, []]);
    await saveShot(page, `${name}-${width}-${scheme}`);
  }
  await showIn(page, 'light');
  expect([name, await brokenPictures(page)]).toEqual([name, []]);
  await page.setViewportSize(size);
}

/** Scripts that follow the scheme are told of it before a frame, and what they change may take a moment. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.evaluate(`Promise.race([
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))).then(() => undefined),
    new Promise((done) => setTimeout(done, 1_000)),
  ])`);
}

async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  const found = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return found.violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** By how many pixels the page is wider than the window. */
const hiddenWidth = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');

/** Addresses of pictures that show nothing; those further down are loaded first. */
const brokenPictures = (page: Page): Promise<string[]> =>
  page.evaluate(`Promise.all([...document.images].map(async (image) => {
    image.loading = 'eager';
    await image.decode().catch(() => undefined);
    return image.naturalWidth > 0 ? [] : [image.src];
  })).then((found) => found.flat())`);
