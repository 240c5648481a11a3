import { contentOfItems, contentOfJson } from './content-of-json';

const one = { title: 'A door', terms: ['a', 'b'], n: { x: 1, y: null } };
const turned = { n: { y: null, x: 1 }, terms: ['a', 'b'], title: 'A door' };

test('the order of fields is no part of the content', async () => {
  expect(contentOfJson(turned)).toBe(contentOfJson(one));
  expect(await contentOfItems(Array(50).fill(turned))).toBe(await contentOfItems(Array(50).fill(one)));
});

test.each([
  ['the order of items', [1, 2], [2, 1]],
  ['where one item ends', ['a', 'b'], ['a\nb']],
  ['a null', [{ a: null }], [{}]],
  ['how many they are', [one], [one, one]],
  ['a text that looks like a number', ['1'], [1]],
  ['the sign of a number that is too large', [{ terms: [Infinity] }], [{ terms: [-Infinity] }]],
  ['a number that is too large and not null', [Infinity], [null]],
  ['a text that looks like a number that is too large', [Infinity], ['Infinity']],
  ['a text with its mark', [Infinity], ['\0Infinity']],
  ['a text with its mark twice', ['\0Infinity'], ['\0\0Infinity']],
  ['which half of an emoji', ['\ud83d'], ['\ude00']],
])('%s is', async (_, left, right) => {
  expect(contentOfJson(left)).not.toBe(contentOfJson(right));
  expect(await contentOfItems(left)).not.toBe(await contentOfItems(right));
});
