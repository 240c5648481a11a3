import { digits, exactText, optionalCountIn, optionalDateIn, optionalTextIn, scopes, shownTextIn, text } from './answer-fields';
import { parseDateHeader, parseRateLimitHeaders, parseRetryAfterHeader } from './rate-limit-headers';
import { withoutSecrets } from './pinterest-caller';

test('of a structured limit the first integer binds, with the window and name of its policy', () => {
  const headers = {
    'x-ratelimit-limit': '100, 100;w=1;name="safety_net_app_id_user_id", 1000;w=60;name="org_read"',
    'x-ratelimit-remaining': '99',
    'x-ratelimit-reset': '1',
  };
  expect(parseRateLimitHeaders(headers)).toEqual({
    name: 'safety_net_app_id_user_id',
    limit: 100,
    windowSeconds: 1,
    remaining: 99,
    resetSeconds: 1,
  });
  expect(parseRateLimitHeaders({ 'x-ratelimit-limit': '1000, 100;w=1;name="a", 1000;w=60;name="org_read"' })).toEqual({
    name: 'org_read',
    limit: 1000,
    windowSeconds: 60,
    remaining: null,
    resetSeconds: null,
  });
});

test('a bare limit has no window, an absent or unreadable one is none', () => {
  expect(parseRateLimitHeaders({ 'x-ratelimit-limit': '50' })).toMatchObject({ limit: 50, windowSeconds: null, name: null });
  expect(parseRateLimitHeaders({ 'x-ratelimit-limit': '10;w=60' })).toMatchObject({ limit: 10, windowSeconds: 60 });
  expect(parseRateLimitHeaders({})).toBeNull();
  expect(parseRateLimitHeaders({ 'x-ratelimit-limit': 'many' })).toBeNull();
});

test('Retry-After is seconds, or a date on the clock of the platform', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  expect(parseRetryAfterHeader({ 'retry-after': '7' }, now)).toBe(7);
  expect(parseRetryAfterHeader({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, now)).toBe(30);
  expect(parseRetryAfterHeader({ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, now)).toBe(0);
  expect(parseRetryAfterHeader({ 'retry-after': 'soon' }, now)).toBeUndefined();
  expect(parseRetryAfterHeader({}, now)).toBeUndefined();
  expect(parseDateHeader({ date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, now)).toEqual(now);
  expect(parseDateHeader({ date: 'now' }, now)).toBeNull();
});

test('a date that names no zone is in UTC, as HTTP has it, wherever the process runs', () => {
  process.env['TZ'] = 'America/New_York';
  const now = new Date('2026-01-01T00:00:00Z');
  expect(now.toString()).toContain('GMT-0500');
  for (const date of ['Thu, 01 Jan 2026 00:00:00', 'Thu Jan  1 00:00:00 2026']) expect(parseDateHeader({ date }, now)).toEqual(now);
  expect(parseRetryAfterHeader({ 'retry-after': 'Thu Jan  1 00:00:30 2026' }, now)).toBe(30);
});

test.each(['86400000', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])('Retry-After %s is a day', (header) => {
  expect(parseRetryAfterHeader({ 'retry-after': header }, new Date('2026-01-01T00:00:00Z'))).toBe(86_400);
});

test.each(['-5', 'NaN', '1e309', 'Infinity', '1.5'])('Retry-After %s says nothing', (header) => {
  expect(parseRetryAfterHeader({ 'retry-after': header }, new Date('2026-01-01T00:00:00Z'))).toBeUndefined();
});

test('limits have bounds, whatever number the headers name', () => {
  const nines = '9'.repeat(400);
  const headers = { 'x-ratelimit-limit': `${nines};w=${nines};name="${'n'.repeat(400)}"`, 'x-ratelimit-remaining': nines };
  expect(parseRateLimitHeaders({ ...headers, 'x-ratelimit-reset': nines })).toEqual({
    name: 'n'.repeat(100),
    limit: 1_000_000_000,
    windowSeconds: 86_400,
    remaining: 1_000_000_000,
    resetSeconds: 86_400,
  });
});

test('a clock that is years away is not believed', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  expect(parseDateHeader({ date: 'Fri, 31 Dec 9999 23:59:59 GMT' }, now)).toBeNull();
  expect(parseDateHeader({ date: 'Thu, 01 Jan 1970 00:00:00 GMT' }, now)).toBeNull();
  expect(parseDateHeader({ date: 'Fri, 02 Jan 2026 00:00:00 GMT' }, now)).toEqual(new Date('2026-01-02T00:00:00Z'));
});

test('texts are cleaned but for those that go back as they came', () => {
  const fields = { name: 'a\0b\ud83d', long: '😀'.repeat(5_000), token: 'a\0b' };
  expect(text(fields, 'name')).toBe('a\ufffdb\ufffd');
  expect(optionalTextIn(fields, 'name')).toBe('a\ufffdb\ufffd');
  expect([...text(fields, 'long')]).toHaveLength(4_096);
  expect(exactText(fields, 'token')).toBe('a\0b');
});

test('what is only shown may be a number or a truth; all else is absent', () => {
  const shown = [7, true, 'Sea', null, undefined, { a: 1 }, ['a']].map((name) => shownTextIn({ name }, 'name'));
  expect(shown).toEqual(['7', 'true', 'Sea', null, null, null, null]);
});

test('a count is a whole number that can be, also one written as text', () => {
  const values = [0, 7, 1e9, -1, 1.5, 1e30, '7', ' 12 ', '1e3', '-7', '', null];
  expect(values.map((count) => optionalCountIn({ count }, 'count'))).toEqual([0, 7, 1e9, null, null, null, 7, 12, null, null, null, null]);
});

test('a date without a zone is UTC, whatever zone this machine is in', () => {
  expect(optionalDateIn({ at: '2026-01-01T20:10:40' }, 'at')?.toISOString()).toBe('2026-01-01T20:10:40.000Z');
  expect(optionalDateIn({ at: '2026-01-01T20:10:40Z' }, 'at')?.toISOString()).toBe('2026-01-01T20:10:40.000Z');
  expect(optionalDateIn({ at: '2026-01-01T20:10:40+02:00' }, 'at')?.toISOString()).toBe('2026-01-01T18:10:40.000Z');
  expect([optionalDateIn({ at: 'yesterday' }, 'at'), optionalDateIn({ at: 1_767_225_600 }, 'at')]).toEqual([null, null]);
  expect(optionalDateIn({ at: '+275760-09-13T00:00:00.000Z' }, 'at')?.toISOString()).toBe('9999-12-31T00:00:00.000Z');
  expect(optionalDateIn({ at: '-000001-01-01T00:00:00.000Z' }, 'at')?.toISOString()).toBe('1970-01-01T00:00:00.000Z');
});

test('ids stay text, scopes come with spaces or commas', () => {
  expect(digits({ id: '813744226420795884' }, 'id')).toBe('813744226420795884');
  expect(() => digits({ id: 12 }, 'id')).toThrow('id is missing');
  expect(() => digits({ id: 'x1' }, 'id')).toThrow('id is no id');
  expect(scopes('boards:read, pins:read pins:write,boards:read')).toEqual(['boards:read', 'pins:read', 'pins:write']);
  expect(scopes(null)).toEqual([]);
});

test('secrets and whatever looks like a token are blanked, long texts cut', () => {
  const text = withoutSecrets('key hunter22 pina_AbC-1.2 pinr_x1', ['hunter22']);
  expect(text).toBe('key [secret] [secret] [secret]');
  expect(withoutSecrets('y'.repeat(1000), [])).toHaveLength(300);
  expect(withoutSecrets(`${'y'.repeat(298)}\0😀z`, [])).toBe(`${'y'.repeat(298)}\ufffd😀`);
});
