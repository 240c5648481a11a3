import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildInTime } from './build-in-time';

const folder = join('dist', 'console');
const firstLoadBytes = 170_000;
const furtherBytes = 40_000;

beforeAll(buildInTime, 300_000);

const packed = (name: string): number => statSync(join(folder, `${name}.gz`)).size;

test('the first page loads at most 170 kB, every further one at most 40 kB', () => {
  const made = readFileSync(join(folder, '.files'), 'utf8').split('\n');
  const scripts = made.filter((name) => name.endsWith('.js'));
  const entry = readFileSync(join(folder, 'index.html'), 'utf8');
  const first = scripts.filter((name) => entry.includes(name));
  expect(first).toHaveLength(1);
  const shared = scripts.filter((name) => !first.includes(name) && !name.includes('-page-'));
  const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + packed(name), 0);
  const pages = scripts.filter((name) => name.includes('-page-'));
  expect(pages.length).toBeGreaterThan(8);
  const home = pages.filter((name) => name.startsWith('home-page'));
  expect(sizeOf([...first, ...shared, ...home])).toBeLessThan(firstLoadBytes);
  // The worst that a page could need: all that pages share is its own.
  for (const page of pages) expect([page, sizeOf([page, ...shared]) < furtherBytes]).toEqual([page, true]);
});

test('every file has its compressed forms, and none is inlined into the document', () => {
  const names = readdirSync(folder);
  const plain = names.filter((name) => /\.(js|css)$/.test(name));
  for (const name of plain) expect(names).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]));
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toMatch(/<style|<script(?![^>]* src=)|style=/);
});
