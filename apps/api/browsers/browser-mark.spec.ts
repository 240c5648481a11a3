import { browserMark, markCookie, markHash, returningBrowser } from './browser-mark';

const [http, https] = ['http://127.0.0.1:3000', 'https://pins.example/path'];
const mark = 'm'.repeat(43);

test('over https the cookie belongs to this host alone', () => {
  expect(markCookie(mark, http)).toBe(`pps_browser=${mark}; Path=/; Max-Age=900; HttpOnly; SameSite=Lax`);
  expect(markCookie(mark, https)).toBe(`__Host-pps_browser=${mark}; Path=/; Max-Age=900; HttpOnly; SameSite=Lax; Secure`);
});

test('a browser keeps its mark, and a cookie that another host could have set is none', () => {
  const cookie = `theme=dark; __Host-pps_browser=${mark}; other=1`;
  expect(browserMark({ cookie }, https)).toBe(mark);
  for (const strange of ['', `pps_browser=${mark}`, `x__Host-pps_browser=${mark}`, `__Host-pps_browser=${mark}!`]) {
    expect([strange, returningBrowser({ cookie: strange }, https).browser]).toEqual([strange, null]);
    expect(browserMark({ cookie: strange }, https)).not.toBe(mark);
  }
});

test('a mark is known by its hash, and a page is told from a program', () => {
  expect(returningBrowser({ cookie: `pps_browser=${mark}` }, http)).toEqual({ browser: markHash(mark), isBrowser: false });
  expect(returningBrowser({ 'sec-fetch-mode': 'navigate' }, http)).toEqual({ browser: null, isBrowser: true });
  expect(returningBrowser({ 'sec-fetch-site': 'same-origin' }, http).isBrowser).toBe(true);
  expect(returningBrowser({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, http).isBrowser).toBe(false);
});
