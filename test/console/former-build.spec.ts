import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'console-builds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a build puts into a folder: each file with its compressed forms, and the list of them. */
function build(name: string, files: readonly string[]): string {
  const target = join(folder, name);
  mkdirSync(target);
  for (const file of files) for (const form of ['', '.br', '.gz']) writeFileSync(join(target, `${file}${form}`), name);
  writeFileSync(join(target, '.files'), files.join('\n'));
  return target;
}

test('the files of the build before stay for the windows that are open, and those before them go', () => {
  const first = build('first', ['page-1.js', 'same.css']);
  const second = build('second', ['page-2.js', 'same.css']);
  const third = build('third', ['page-3.js', 'same.css']);
  const script = resolve('scripts/console/build-console.mjs');
  const keep = (before: string, target: string) =>
    `keepFormer(${JSON.stringify(before)}, ${JSON.stringify(target)}, made(${JSON.stringify(target)}));`;
  const code = `import { readFileSync } from 'node:fs';
import { keepFormer } from ${JSON.stringify(pathToFileURL(script).href)};
const made = (target) => readFileSync(target + '/.files', 'utf8').split('\\n');
${keep(first, second)} ${keep(second, third)} ${keep(join(folder, 'none'), third)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', timeout: 60_000 });
  expect([status, stderr]).toEqual([0, '']);
  const shown = (target: string) => readdirSync(target).filter((name) => /\.(js|css)$/.test(name));
  expect(shown(second)).toEqual(['page-1.js', 'page-2.js', 'same.css']);
  expect(shown(third)).toEqual(['page-2.js', 'page-3.js', 'same.css']);
  expect(readdirSync(third)).toEqual(expect.arrayContaining(['page-2.js.br', 'page-2.js.gz']));
  expect(readFileSync(join(third, 'same.css'), 'utf8')).toBe('third');
});
