import { retryAfterSeconds } from './retry-after';

const now = new Date('2026-01-01T00:00:00Z');

it.each([
  ['7', 7],
  [' 0 ', 0],
  ['86400', 86_400],
  ['86400000', 86_400],
  ['9'.repeat(400), 86_400],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['Mon, 01 Jan 0001 00:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
])('%s asks for at most a day, never for less than nothing', (header, wait) => {
  expect(retryAfterSeconds(header, now)).toBe(wait);
});

it.each([
  undefined,
  '',
  'soon',
  '-5',
  '1.5',
  'NaN',
  '1e309',
  '0x10',
  'Infinity',
  'Fri, 31 Dec 99999999 23:59:59 GMT',
  '2026-01-01',
  '5, 7',
])('%s is no wish to wait', (header) => {
  expect(retryAfterSeconds(header, now)).toBeUndefined();
});
