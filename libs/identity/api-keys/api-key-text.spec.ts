import { apiKeyId, apiKeyPrefix, isApiKeyText, newApiKey } from './api-key-text';

describe('the text of an API key', () => {
  it('says its environment, then 32 random digits, then 6 of checksum', () => {
    expect(newApiKey('production')).toMatch(/^pps_live_[0-9A-Za-z]{38}$/);
    expect(newApiKey('sandbox')).toMatch(/^pps_test_[0-9A-Za-z]{38}$/);
    expect(newApiKey('sandbox')).not.toBe(newApiKey('sandbox'));
    expect(Array.from({ length: 200 }, () => newApiKey('production')).every(isApiKeyText)).toBe(true);
  });

  // Checksums computed by Python: zlib.crc32(body), digits 0-9A-Za-z.
  it.each([
    'pps_live_000000000000000000000000000000001T4VA7',
    'pps_test_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz3KojtA',
    'pps_live_0123456789ABCDEFGHIJKLMNOPQRSTUV3ANwxo',
    'pps_test_0000000000000000000000000000065300hvbr',
  ])('has the checksum of everything before it: %s', (key) => {
    expect(isApiKeyText(key)).toBe(true);
  });

  it('is not taken with a typing error, in another alphabet or with anything around it', () => {
    const key = newApiKey('production');
    const swapped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
    for (const text of [swapped, key.replace('live', 'test'), `${key} `, `${key}\n`, key.slice(1), key.toLowerCase() + 'A', '']) {
      expect([text.length, isApiKeyText(text)]).toEqual([text.length, false]);
    }
  });

  it('is recognised by its first characters and found by its keyed hash', () => {
    const key = newApiKey('production');
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    expect(apiKeyPrefix(key)).toBe(key.slice(0, 13));
    expect(apiKeyId(key, one)).toBe(apiKeyId(key, one));
    expect(apiKeyId(key, one)).not.toBe(apiKeyId(key, other));
    expect(apiKeyId(key, one)).not.toBe(apiKeyId(newApiKey('production'), one));
  });
});
