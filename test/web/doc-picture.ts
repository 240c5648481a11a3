import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

const mostBytes = 60_000;

/** With DOC_PICTURES=docs/pictures writes there what the window shows, for the pages of the manual. */
export async function saveDocPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['DOC_PICTURES'];
  if (folder === undefined) return;
  await page.setViewportSize({ width: 960, height: 720 });
  await page.evaluate(
    'Promise.all([...document.images].map((image) => ((image.loading = "eager"), image.decode().catch(() => undefined))))',
  );
  const bytes = await sharp(await page.screenshot())
    .webp({ quality: 72, effort: 6 })
    .toBuffer();
  if (bytes.length > mostBytes) throw new Error(`${name} has ${bytes.length} bytes, more than ${mostBytes}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.webp`), bytes);
}
