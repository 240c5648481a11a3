import { isWithin } from './is-within';

it.each([
  [['a'], ['a', 'b'], true],
  [['a', 'c'], ['a', 'b'], false],
  [null, ['a'], false],
  [[], ['a'], false],
  [[], [], false],
  [[], null, true],
  [null, null, true],
])('%j is within the allow-list %j: %s', (ids, allowed, expected) => {
  expect(isWithin(ids, allowed)).toBe(expected);
});
