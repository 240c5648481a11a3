import { retryAfterMs } from './retry-after-ms';

const at = new Date('2026-01-05T09:00:00.000Z');

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 05 Jan 2026 09:00:30 GMT', 30_000],
  ['Mon, 05 Jan 2026 08:00:00 GMT', 0],
  ['86400000', 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  [undefined, undefined],
  ['', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['1.5', undefined],
])('Retry-After %s is %s ms', (header, expected) => {
  expect(retryAfterMs(header, at)).toBe(expected);
});
