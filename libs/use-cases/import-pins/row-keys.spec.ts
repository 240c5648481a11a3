import { isRepeatedContent, keysOfSameValue, roundingsOfKey, withRowKeys, type KeylessRow } from './row-keys';

const row = (title: string, changes: Partial<KeylessRow> = {}): KeylessRow => ({
  accountId: 'a',
  boardId: '1',
  content: { title, imageUrl: 'https://example.org/door.jpg' },
  idempotencyKey: null,
  runAt: null,
  ...changes,
});
const keys = (...rows: (KeylessRow | null)[]) => withRowKeys(rows).map((request) => request?.idempotencyKey ?? null);

it('gives the same content the same keys in any order of the file, and each repeat another one', () => {
  const [blue, green, again] = keys(row('Blue'), row('Green'), row('Blue'));
  expect(new Set([blue, green, again]).size).toBe(3);
  expect(keys(row('Green'), row('Blue'), row('Blue'))).toEqual([green, blue, again]);
});

it('gives the same keys when some rows cannot be read, or could not before', () => {
  const [blue, , green] = keys(row('Blue'), row('Red'), row('Green'));
  expect(keys(row('Blue'), null, row('Green'))).toEqual([blue, null, green]);
});

it('leaves the keys that rows have, and does not count those rows', () => {
  const [blue] = keys(row('Blue'));
  expect(keys(row('Blue', { idempotencyKey: 'mine' }), row('Blue'))).toEqual(['mine', blue]);
});

it('does not depend on the order of the fields', () => {
  const content = { imageUrl: 'https://example.org/door.jpg', title: 'Blue' };
  expect(keys(row('x', { content }))).toEqual(keys(row('Blue')));
});

it('tells rows apart that differ in when they are published', () => {
  const [now, later] = [row('Blue'), row('Blue', { runAt: '2026-12-01T10:00:00.000Z' })];
  expect(new Set(keys(now, later)).size).toBe(2);
});

it('knows the keys of repeated content', () => {
  const all = keys(...Array.from({ length: 12 }, () => row('Blue')));
  expect(all.map((key) => isRepeatedContent(key ?? ''))).toEqual([false, ...Array.from({ length: 11 }, () => true)]);
  expect(isRepeatedContent('mine-2')).toBe(false);
});

it.each([
  ['123', '00123'],
  ['00123', '123'],
  ['123.0', '123'],
  ['123.0', '00123'],
  ['0', '000'],
  ['1.5', '1.50'],
  ['700000', '7e5'],
  ['700000', '70E4'],
  ['1234000000000000', '1234e12'],
  ['TRUE', 'true'],
  ['True', 'true'],
  ['2026-11-28T00:00:00+00:00', '2026-11-28'],
  ['2026-11-28 00:00:00', '2026-11-28'],
  ['2026/11/28', '2026-11-28'],
  ['11/28/26', '2026-11-28'],
  ['28.11.2026', '2026-11-28'],
  ['2026/01/02', '1/2'],
  ['1/2/01', '1/2'],
  ['2001-01-02', '1-2'],
  ['02.01.26', '2/1'],
])('%s may have been %s', (key, before) => {
  expect(keysOfSameValue(key)).toContain(before);
  expect(keysOfSameValue(key)).not.toContain(key);
});

it.each([['door-00123'], ['import-0123-1'], ['1/2'], ['2026-11-28T09:00:00Z'], [''], ['truely'], ['0x10'], ['9'.repeat(255)]])(
  'there is none for %s',
  (key) => expect(keysOfSameValue(key)).toEqual([]),
);

it('a number of another value is none', () => {
  expect(keysOfSameValue('123')).not.toContain('1230');
});

it.each(['813744226420000402', '20261128000000016', '20261128000000000016', '9007199254740993'])('%s has no neighbours', (key) => {
  expect(keysOfSameValue(key)).toEqual([]);
});

it.each(['0', '7', '100000000000000000', '99999999999999999999', '90000000000000000', '0.5000', '2026-01-02'])(
  'there are few for %s',
  (key) => {
    expect(keysOfSameValue(key).length).toBeLessThan(30);
  },
);

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
