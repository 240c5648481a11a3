import { derivedId, isUuid, newId } from './';
import { isWithin } from './ids';

describe('ids', () => {
  it('derives the same id from the same parts and another from parts that only look alike', () => {
    expect(derivedId('a', 'b')).toBe(derivedId('a', 'b'));
    expect(derivedId('ab', 'c')).not.toBe(derivedId('a', 'bc'));
    expect(derivedId('a|1:b')).not.toBe(derivedId('a', 'b'));
  });

  it('makes ordered ids that are uuids', () => {
    const ids = Array.from({ length: 100 }, newId);
    expect(ids.every(isUuid)).toBe(true);
    expect([...ids].sort()).toEqual(ids);
  });
});

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
