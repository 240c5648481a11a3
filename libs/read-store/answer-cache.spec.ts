import { AnswerCache } from './answer-cache';

const answer = (text: string) => ({ body: Buffer.from(text), headers: { 'X-Total-Count': '1' } });

afterEach(() => jest.useRealTimers());

it('gives an answer for the position it is of, and for no other', () => {
  const cache = new AnswerCache();
  cache.set('one', 5n, 'page', answer('a'));
  expect(cache.get('one', 5n, 'page')).toMatchObject(answer('a'));
  for (const [organization, position, key] of [
    ['one', 4n, 'page'],
    ['one', 6n, 'page'],
    ['other', 5n, 'page'],
    ['one', 5n, 'pin'],
  ] as const) {
    expect(cache.get(organization, position, key)).toBeUndefined();
  }
});

it('frees the answers of a position when there is one of a newer, and caches none of an older beside it', () => {
  const cache = new AnswerCache();
  cache.set('one', 5n, 'a', answer('a'));
  const { bytes } = cache;
  cache.set('one', 6n, 'b', answer('b'));
  expect(cache.bytes).toBe(bytes);
  cache.set('one', 5n, 'a', answer('a'));
  expect([cache.get('one', 5n, 'a'), cache.get('one', 6n, 'b')?.body.toString(), cache.bytes]).toEqual([undefined, 'b', bytes]);
});

it('gives no answer that is too old, and frees it', () => {
  jest.useFakeTimers();
  const cache = new AnswerCache({ maxAgeMs: 1_000 });
  cache.set('one', 5n, 'old', answer('a'));
  jest.advanceTimersByTime(600);
  cache.set('one', 5n, 'new', answer('b'));
  cache.set('other', 5n, 'new', answer('b'));
  jest.advanceTimersByTime(400);
  expect(cache.get('one', 5n, 'old')).toBeUndefined();
  expect(cache.get('one', 5n, 'new')).toBeDefined();
  cache.removeExpired();
  expect(cache.get('other', 5n, 'new')).toBeDefined();
  jest.advanceTimersByTime(600);
  cache.removeExpired();
  expect(cache.bytes).toBe(0);
});

it('lets an organization that asks for many push out its own only, the least recently used first', () => {
  const cache = new AnswerCache({ maxBytes: 2 ** 20, maxBytesPerOrganization: 2 ** 17 });
  cache.set('quiet', 5n, 'page', answer('a'));
  for (let n = 0; n < 10_000; n++) {
    cache.set('loud', 7n, `page ${n}`, answer('x'.repeat(1_000)));
    cache.get('loud', 7n, 'page 0');
  }
  expect(cache.bytes).toBeLessThan(2 ** 18);
  expect(cache.get('quiet', 5n, 'page')).toBeDefined();
  expect(cache.get('loud', 7n, 'page 0')).toBeDefined();
  expect(cache.get('loud', 7n, 'page 1')).toBeUndefined();
  expect(cache.get('loud', 7n, 'page 9999')).toBeDefined();
});

it('holds so many bytes over all organizations, and drops the one that was answered longest ago', () => {
  const cache = new AnswerCache({ maxBytes: 2 ** 15, maxBytesPerOrganization: 2 ** 12 });
  for (let n = 0; n < 1_000; n++) {
    cache.set(`organization ${n}`, 5n, 'page', answer('x'.repeat(1_000)));
    expect(cache.get('organization 0', 5n, 'page')).toBeDefined();
  }
  expect(cache.bytes).toBeLessThanOrEqual(2 ** 15);
  expect(cache.get('organization 1', 5n, 'page')).toBeUndefined();
  expect(cache.get('organization 999', 5n, 'page')).toBeDefined();
});

it('does not cache an answer that is larger than an entry may be', () => {
  const cache = new AnswerCache({ maxEntryBytes: 2_000 });
  cache.set('one', 5n, 'page', answer('x'.repeat(2_000)));
  expect([cache.get('one', 5n, 'page'), cache.bytes]).toEqual([undefined, 0]);
});
