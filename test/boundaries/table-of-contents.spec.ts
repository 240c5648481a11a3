import { readFileSync } from 'node:fs';

test('each ability of libs/use-cases has a line that says what it is', () => {
  const [abilities = ''] = readFileSync('libs/use-cases/index.ts', 'utf8').split('\n\n');
  const lines = abilities.split('\n').filter((line) => line.startsWith('export'));
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => !/; \/\/ \w/.test(line))).toEqual([]);
});
