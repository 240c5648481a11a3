import { readFileSync } from 'node:fs';
import { brokenCalls, withListedTools } from './listed-tools';

const recorded = readFileSync('docs/tools-listed.txt', 'utf8');

it('docs/tools-listed.txt has every tool with its arguments (npm run docs tools adds them)', () => {
  expect(withListedTools(recorded)).toBe(recorded);
});

it('whatever was listed once can be called as it was', () => {
  expect(brokenCalls(recorded)).toEqual([]);
});

it('a tool that went, an argument that went and one that is needed now are found', () => {
  const older = 'publish_pin title*\nget_pin id* with_story\nretry_pin account_id board_id\n';
  expect(brokenCalls(older)).toEqual([
    'publish_pin is gone: name its successor in name-now.ts',
    'get_pin takes no with_story any more',
    'retry_pin needs id now',
  ]);
  expect(withListedTools(older)).toContain('publish_pin title*\n');
});
