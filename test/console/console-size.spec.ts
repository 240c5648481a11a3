import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildInTime } from './build-in-time';

const folder = join('dist', 'console');
const firstLoadBytes = 170_000;
const furtherBytes = 40_000;

beforeAll(buildInTime, 300_000);

const packed = (name: string): number => statSync(join(folder, `${name}.gz`)).size;

/** The script with every one that it names, and those that they name: at once or later. What the document loads leads to all pages, so it is not followed. */
function neededBy(page: string, scripts: readonly string[]): readonly string[] {
  const entry = readFileSync(join(folder, 'index.html'), 'utf8');
  const needed = new Set([page]);
  for (const name of needed) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const other of scripts) if (text.includes(other) && !entry.includes(other)) needed.add(other);
  }
  return [...needed];
}

test('the first page loads at most 170 kB, every further one at most 40 kB', () => {
  const made = readFileSync(join(folder, '.files'), 'utf8').split('\n');
  const scripts = made.filter((name) => name.endsWith('.js'));
  const entry = readFileSync(join(folder, 'index.html'), 'utf8');
  const first = scripts.filter((name) => entry.includes(name));
  expect(first.length).toBeGreaterThan(0);
  const shared = scripts.filter((name) => !first.includes(name) && !name.includes('-page-'));
  const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + packed(name), 0);
  const pages = scripts.filter((name) => name.includes('-page-'));
  expect(pages.length).toBeGreaterThan(8);
  const home = pages.filter((name) => name.startsWith('home-page'));
  expect(sizeOf([...first, ...shared, ...home])).toBeLessThan(firstLoadBytes);
  const sizes = pages.map((page) => [page, sizeOf(neededBy(page, scripts))] as const);
  expect(sizes.filter(([, size]) => size >= furtherBytes)).toEqual([]);
  // Most pages load more than themselves: that what they name is found here too.
  expect(sizes.some(([page, size]) => size > packed(page))).toBe(true);
});

test('every file has its compressed forms, and none is inlined into the document', () => {
  const names = readdirSync(folder);
  const plain = names.filter((name) => /\.(js|css)$/.test(name));
  for (const name of plain) expect(names).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]));
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toMatch(/<style|<script(?![^>]* src=)|style=/);
});
