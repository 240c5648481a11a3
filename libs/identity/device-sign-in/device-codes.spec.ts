import { randomBytes } from 'node:crypto';
import { isApiKeyText } from '../api-keys/api-key-text';
import { apiKeyOfDevice, isDeviceCode, newDeviceCode, newUserCode, readUserCode } from './device-codes';

test('a code to compare is eight letters that nobody misreads, and is read however it is typed', () => {
  for (let n = 0; n < 100; n++) expect(newUserCode()).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  for (const typed of ['bcdf-ghjk', ' BCDFGHJK ', 'BCDF GHJK', 'b-c-d-f-g-h-j-k']) expect(readUserCode(typed)).toBe('BCDF-GHJK');
  for (const none of ['', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-EFGH', 'BCDF-GHJ1', '\ud83d', 'B'.repeat(1_000_000)])
    expect(readUserCode(none)).toBeNull();
});

test('a device code means one key of an environment and a service, and no other code means it', () => {
  const [key, otherKey, code] = [randomBytes(32), randomBytes(32), newDeviceCode()];
  const made = apiKeyOfDevice(code, 'sandbox', key);
  expect(isDeviceCode(code)).toBe(true);
  expect(isApiKeyText(made)).toBe(true);
  expect(apiKeyOfDevice(code, 'sandbox', key)).toBe(made);
  const others = [
    apiKeyOfDevice(code, 'production', key),
    apiKeyOfDevice(code, 'sandbox', otherKey),
    apiKeyOfDevice(newDeviceCode(), 'sandbox', key),
  ];
  expect(new Set([made, ...others].map((text) => text.slice(9, 41))).size).toBe(4);
});
