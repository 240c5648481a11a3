import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { saveShot } from './browser';

const widths = [360, 1_280];

/** That everybody can use what the window shows: axe finds nothing in light and dark, nothing is cut off on a phone or a desk, and no picture is broken. */
export async function expectUsable(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1_280, height: 720 };
  await page.evaluate(axe.source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect([name, width, await hiddenWidth(page)]).toEqual([name, width, 0]);
    expect([name, width, await violations(page, { resultTypes: ['violations'], iframes: false })]).toEqual([name, width, []]);
    await saveShot(page, `${name}-${width}-light`);
    await showIn(page, 'dark');
    expect([name, width, await violations(page, { runOnly: ['color-contrast'], iframes: false })]).toEqual([name, width, []]);
    await saveShot(page, `${name}-${width}-dark`);
    await showIn(page, 'light');
  }
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
