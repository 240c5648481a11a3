import { roundingsOfKey } from './roundings-of-key';

it.each([
  ['20261128000000017', '20261128000000016', 'JavaScript'],
  ['20261128000000000017', '20261128000000000000', 'JavaScript'],
  ['20261128000000000017', '20261128000000000016', 'Gnumeric'],
  ['20261128123456789012', '20261128123456790000', 'JavaScript'],
  ['20261128123456789012', '20261128123456790528', 'a program that prints floating point digit by digit'],
  ['202611281234567890123', '202611281234567890128', 'Gnumeric'],
  ['813744226420000401', '813744226420000000', 'Excel'],
  ['2026112800000017', '2026112800000010', 'Excel'],
  ['813744226420123501', '813744226420123000', 'Excel'],
  ['813744226420123501', '813744226420124000', 'a program that rounds to fifteen digits'],
  ['99999999999999999', '100000000000000000', 'a program that rounds to fifteen digits'],
  ['00020261128000000017', '20261128000000016', 'JavaScript'],
])('%s may come back as %s, from %s', (key, rounded) => expect(roundingsOfKey(key)).toContain(rounded));

it.each([
  ['20261128000000017', '20261128000000018'],
  ['20261128000000017', '20261128000000020'],
  ['813744226420000401', '813744226420000402'],
])('%s is not taken for %s', (key, other) => expect(roundingsOfKey(key)).not.toContain(other));

it.each(['20261128000000000', '900719925474099', '9007199254740990', 'door-20261128000000017', '20261128.5', '', '9'.repeat(65)])(
  'nothing is made of %s',
  (key) => expect(roundingsOfKey(key)).toEqual([]),
);

it.each(['20261128000000017', '20261128000000000017', '9'.repeat(64), '9007199254740993'])('little is made of %s', (key) => {
  expect(roundingsOfKey(key).length).toBeLessThan(6);
  expect(roundingsOfKey(key)).not.toContain(key);
});
