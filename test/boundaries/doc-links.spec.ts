import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && existsSync(page));

/** Relative links of a page that lead to nothing. */
function deadLinks(page: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(dirname(page), decodeURI(target))));
}

test.each(pages)('every link of %s leads to a file', (page) => {
  expect(deadLinks(page, readFileSync(page, 'utf8'))).toEqual([]);
});

test('a link to a file that was moved away is found', () => {
  expect(deadLinks('README.md', 'see [it](docs/nowhere.md#there) and [that](README.md)')).toEqual(['docs/nowhere.md']);
});
