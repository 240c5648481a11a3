import { canCarrySession, sessionCookie, sessionTokenOf } from './session-cookie';

const site = 'https://pins.example.com';
const own = { cookie: '__Host-pps_session=a.b.c', 'sec-fetch-site': 'same-origin' };
const write = { ...own, 'x-session-carrier': 'cookie' };

test.each<[string, string, Record<string, string | undefined>, string | null]>([
  ['a read of our own page', 'GET', own, 'a.b.c'],
  ['a write of our own page', 'POST', write, 'a.b.c'],
  ['among other cookies', 'GET', { ...own, cookie: 'a=1; __Host-pps_session=a.b.c; pps_session=x' }, 'a.b.c'],
  ['an older browser, which names its origin', 'POST', { ...write, 'sec-fetch-site': undefined, origin: site }, 'a.b.c'],
  ['a write without our header, as a form is', 'POST', own, null],
  ['a page of a neighbour', 'GET', { ...own, 'sec-fetch-site': 'same-site' }, null],
  ['a page of another site', 'POST', { ...write, 'sec-fetch-site': 'cross-site' }, null],
  ['an address that was typed', 'GET', { ...own, 'sec-fetch-site': 'none' }, null],
  ['what says both', 'POST', { ...write, 'sec-fetch-site': 'cross-site', origin: site }, null],
  ['nothing that says where it comes from', 'GET', { cookie: own.cookie }, null],
  ['another origin', 'POST', { ...write, 'sec-fetch-site': undefined, origin: 'https://pins.example.com.evil.example' }, null],
  ['no origin that can be named', 'POST', { ...write, 'sec-fetch-site': undefined, origin: 'null' }, null],
  ['two of the name', 'GET', { ...own, cookie: `${own.cookie}; __Host-pps_session=d` }, null],
  ['an empty one', 'GET', { ...own, cookie: '__Host-pps_session=' }, null],
  ['one that a neighbour can set', 'GET', { ...own, cookie: 'pps_session=a.b.c' }, null],
  ['none', 'GET', { 'sec-fetch-site': 'same-origin' }, null],
])('the cookie counts or not: %s', (_, method, headers, token) => {
  expect(sessionTokenOf(method, headers, site)).toBe(token);
});

test('over https no other host and no path can set it; on this machine it goes without', () => {
  expect(sessionCookie('t', 60, site)).toBe('__Host-pps_session=t; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure');
  expect(sessionCookie('t', 60, 'http://localhost:8080')).toBe('pps_session=t; Path=/; Max-Age=60; HttpOnly; SameSite=Strict');
});

test.each([
  ['https://pins.example.com', true],
  ['http://localhost:8080', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['http://pins.example.com', false],
  ['http://localhost.example.com', false],
])('%s may give a browser a session: %s', (address, may) => {
  expect(canCarrySession(address)).toBe(may);
});
