import { readFileSync } from 'node:fs';
import { toolList } from './tool-list';
import { toolsPage } from './tools-page';

it('docs/mcp.md has every tool (npm run docs tools writes them)', () => {
  const page = readFileSync('docs/mcp.md', 'utf8');
  expect(page).toBe(toolsPage(page));
  expect(toolList.filter(({ name }) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});
