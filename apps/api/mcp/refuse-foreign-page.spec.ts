import type { IncomingHttpHeaders } from 'node:http';
import { refuseForeignPage } from './refuse-foreign-page';

const settings = { PUBLIC_URL: 'https://pins.example.com/base', CORS_ORIGINS: undefined };
const isRefused = (headers: IncomingHttpHeaders, origins?: readonly string[]): boolean => {
  try {
    refuseForeignPage(headers, { ...settings, CORS_ORIGINS: origins as never });
    return false;
  } catch {
    return true;
  }
};

it.each([
  [{ host: 'pins.example.com' }, false],
  [{ host: 'PINS.example.com:443' }, false],
  [{ host: 'pins.example.com.evil.test' }, true],
  [{ host: 'evil.test' }, true],
  [{ host: '' }, true],
  [{ host: 'pins.example.com@evil.test' }, true],
  [{ host: '10.0.0.7:8080' }, false],
  [{ host: '[fe80::1]' }, false],
  [{ host: 'localhost', origin: 'http://127.0.0.1:6274' }, false],
  [{ host: 'localhost', origin: 'http://127.1.2.3' }, false],
  [{ host: 'localhost', origin: 'http://[::1]:6274' }, false],
  [{ host: 'localhost', origin: 'http://app.localhost:5173' }, false],
  [{ host: '203.0.113.9', origin: 'http://203.0.113.9' }, true],
  [{ host: 'localhost', origin: 'http://203.0.113.9' }, true],
  [{ host: 'localhost', origin: 'http://10.0.0.7:8080' }, true],
  [{ host: 'localhost', origin: 'http://[2001:db8::1]' }, true],
  [{ host: 'localhost', origin: 'http://[::ffff:127.0.0.1]' }, true],
  [{ host: 'localhost', origin: 'http://127.evil.test' }, true],
  [{ host: 'localhost', origin: 'http://intranet' }, true],
  [{ host: 'localhost', origin: 'http://localhost.evil.test' }, true],
  [{ host: 'localhost', origin: 'https://pins.example.com' }, false],
  [{ host: 'localhost', origin: 'http://pins.example.com' }, true],
  [{ host: 'localhost', origin: 'https://pins.example.com:8443' }, true],
  [{ host: 'localhost', origin: 'file://' }, true],
  [{ host: 'localhost', origin: 'null' }, true],
])('of %j it is %s that they are refused', (headers, refused) => {
  expect(isRefused(headers)).toBe(refused);
});

it('lets in the pages of CORS_ORIGINS, and with a star all', () => {
  const headers = { host: 'localhost', origin: 'https://app.test' };
  expect([isRefused(headers), isRefused(headers, ['https://app.test']), isRefused(headers, ['*'])]).toEqual([true, false, false]);
});
