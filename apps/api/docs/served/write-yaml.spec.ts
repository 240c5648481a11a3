import 'reflect-metadata';
import { parse } from 'yaml';
import { previewDescription } from '../preview-description';
import { describeIn31 } from './describe-in-31';
import { writeYaml } from './write-yaml';

test.each([
  ['nothing in it', {}],
  ['an empty list', { list: [], object: {}, text: '' }],
  ['lists in lists', [[1, [2, []]], [{ a: [{ b: 1 }] }]]],
  [
    'keys that mean something else',
    { yes: 1, no: 2, null: 3, '200': 4, 'a b': 5, '': 6, '- x': 7, 'k: v': 8, '#': 9, $ref: 10, __proto__x: 11 },
  ],
  [
    'texts that mean something else',
    ['yes', '1', '1.0', 'null', '~', '2026-01-01', '- a', '# b', ': c', '"', "'", '\\', '*a', '&b', '!c', '%d', '@e'],
  ],
  ['texts of many lines', { text: 'one\n\n  two\t\r\nthree \n' }],
  ['other writing', ['🙂', '\u2028', '\u0000', '\u00a0', '\ufeff']],
  ['numbers', [0, -1, 1.5, 1e21, 1e-7]],
  ['a text alone', 'text'],
])('reads as it was: %s', (_, value) => {
  expect(parse(writeYaml(value))).toEqual(value);
});

test('what has no value is left out, as in JSON', () => {
  expect(parse(writeYaml({ a: undefined, b: 1 }))).toEqual({ b: 1 });
});

test('the description of the interface reads as it was, and is written without delay', async () => {
  const document = JSON.parse(JSON.stringify(describeIn31(await previewDescription()))) as object;
  const began = process.cpuUsage();
  const text = writeYaml(document);
  expect(process.cpuUsage(began).user).toBeLessThan(500_000);
  expect(parse(text)).toEqual(document);
}, 60_000);
