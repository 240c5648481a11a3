import { editsBetween } from './edits-between';
import { suggestRoute } from './suggest-route';

const paths = [
  'GET /v1/pins',
  'POST /v1/pins',
  'GET /v1/pins/{id}',
  'POST /v1/pins/{id}/retry',
  'GET /v1/pins/{id}/timeline',
  'POST /v1/pins/bulk-retry',
  'GET /v1/pins/imports',
  'GET /v1/schedules/{schedule_id}',
  'GET /v1/platform/boards',
  'POST /v1/auth/login',
  'GET /v1/billing/status',
  'GET /health/ready',
  'GET /docs',
];
const suggest = suggestRoute(paths.map((route) => ({ method: route.split(' ')[0] ?? '', path: route.split(' ')[1] ?? '' })));

it.each([
  ['a letter too few', 'GET', '/v1/pin', '/v1/pins'],
  ['a letter too many', 'GET', '/v1/pinss', '/v1/pins'],
  ['letters in the wrong order', 'GET', '/v1/pnis', '/v1/pins'],
  ['a slash at the end', 'GET', '/v1/pins/', '/v1/pins'],
  ['a doubled slash', 'GET', '//v1//pins', '/v1/pins'],
  ['capitals', 'GET', '/V1/Pins', '/v1/pins'],
  ['no version', 'GET', '/pins', '/v1/pins'],
  ['another version', 'GET', '/v2/pins', '/v1/pins'],
  ['a prefix', 'GET', '/api/v1/pins', '/v1/pins'],
  ['a prefix for the version', 'GET', '/api/pins', '/v1/pins'],
  ['an id in it', 'GET', '/v1/pin/01890a5d-ac96-774b-bcce-b302099a8057', '/v1/pins/{id}'],
  ['something behind an id', 'POST', '/v1/pins/01890a5d-ac96-774b-bcce-b302099a8057/retri', '/v1/pins/{id}/retry'],
  ['an underscore', 'POST', '/v1/pins/bulk_retry', '/v1/pins/bulk-retry'],
  ['a segment left out', 'GET', '/v1/boards', '/v1/platform/boards'],
  ['a segment left out, and the version', 'POST', '/login', '/v1/auth/login'],
  ['a singular before an id', 'GET', '/v1/schedule/7', '/v1/schedules/{schedule_id}'],
])('%s: %s %s', (_, method, path, expected) => expect(suggest(method, path)).toBe(expected));

it.each([
  '/',
  '/v1',
  '/v1/xyz',
  '/wp-admin/setup.php',
  '/favicon.ico',
  '/.env',
  '/v1/123/456',
  `/v1/pin${'s'.repeat(400)}`,
  '/pins'.repeat(20),
])('nothing is like %s', (path) => expect(suggest('GET', path)).toBeNull());

it('compares paths that nobody wrote by hand in no time', () => {
  const many = suggestRoute(Array.from({ length: 200 }, (_, index) => ({ method: 'GET', path: `/v1/abcdefghij/{id}/klmnopqrst${index}` })));
  const [from, path] = [performance.now(), `/v1/${'abcdefghik/'.repeat(8)}`.slice(0, 300)];
  for (let times = 0; times < 100; times += 1) many('GET', path);
  // Some tens of milliseconds; a comparison that grows with the square of the letters takes minutes.
  expect(performance.now() - from).toBeLessThan(20_000);
});

it.each([
  ['', '', 0],
  ['pin', 'pins', 1],
  ['pnis', 'pins', 1],
  ['pnsi', 'pins', 2],
  ['isnp', 'pins', null],
  ['kitten', 'sitting', null],
  ['abc', '', null],
  ['', 'ab', 2],
  ['ab', 'ba', 1],
])('from %j to %j', (one, other, edits) => {
  expect([editsBetween(one, other, 2), editsBetween(other, one, 2)]).toEqual([edits, edits]);
});
