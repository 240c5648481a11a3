import { date, digits, scopes } from './fields';
import { parseDateHeader, parseRateLimitHeaders, parseRetryAfterHeader } from './rate-limit-headers';
import { withoutSecrets } from './secrets';

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
  expect(parseDateHeader({ date: 'Thu, 01 Jan 2026 00:00:00 GMT' })).toEqual(now);
  expect(parseDateHeader({ date: 'now' })).toBeNull();
});

test('a date without a zone is UTC, whatever zone this machine is in', () => {
  expect(date({ at: '2026-01-01T20:10:40' }, 'at').toISOString()).toBe('2026-01-01T20:10:40.000Z');
  expect(date({ at: '2026-01-01T20:10:40Z' }, 'at').toISOString()).toBe('2026-01-01T20:10:40.000Z');
  expect(date({ at: '2026-01-01T20:10:40+02:00' }, 'at').toISOString()).toBe('2026-01-01T18:10:40.000Z');
  expect(() => date({ at: 'yesterday' }, 'at')).toThrow('at is no date');
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
});
