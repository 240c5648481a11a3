import { suggestName, suggestion } from './suggest-name';

const known = ['title', 'image_url', 'is_enabled', 'pin.published', 'q'];

test.each([
  ['titel', 'title'],
  ['Title', 'title'],
  ['image-url', 'image_url'],
  ['imageurl', 'image_url'],
  ['pin.publisched', 'pin.published'],
  ['title', null],
  ['headline', null],
  ['', null],
  ['x'.repeat(100_000), null],
  [17, null],
  [{ toString: () => 'titel' }, null],
])('%j was meant for %j', (given, name) => {
  expect(suggestName(given, known)).toBe(name);
});

test('a message asks only where something is like it', () => {
  expect([suggestion('titel', known), suggestion('nothing', known)]).toEqual(['; did you mean title?', '']);
});
