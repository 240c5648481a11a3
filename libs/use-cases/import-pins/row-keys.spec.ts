import { isRepeatedContent, withRowKeys, type KeylessRow } from './row-keys';

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
