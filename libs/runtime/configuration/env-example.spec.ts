import { readFileSync } from 'node:fs';
import { envExample } from './env-example';
import { loadConfiguration } from './load-configuration';
import { settings } from './settings';

test('.env.example is the one that `npm run docs env` writes', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
});

test('it names every setting, and following it changes nothing', () => {
  const lines = envExample()
    .split('\n')
    .filter((line) => /^#[A-Z]/.test(line));
  const entries = lines.map((line) => [line.slice(1, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  expect(entries.map(([name]) => name).sort()).toEqual(Object.keys(settings).sort());
  const given = Object.fromEntries(entries);
  expect(loadConfiguration(given)).toEqual(loadConfiguration({}));
});
