import { derivedId } from '@pps/kernel';
import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const secretCharactersShown = 4;

const prefixOf = { production: 'pps_live_', sandbox: 'pps_test_' } as const;
const pattern = new RegExp(`^pps_(?:live|test)_[${digits}]{${secretLength + checksumLength}}$`);

/** A new key: prefix of the environment, 32 random base62 digits (190 bits), 6 digits of checksum. */
export function newApiKey(environment: keyof typeof prefixOf): string {
  const secret = Array.from({ length: secretLength }, () => digits[randomInt(digits.length)]).join('');
  return withChecksum(prefixOf[environment] + secret);
}

/** The key whose secret a number gives, of at least 256 random bits. */
export function apiKeyTextOf(environment: keyof typeof prefixOf, secretNumber: bigint): string {
  let left = secretNumber;
  let secret = '';
  for (let digit = 0; digit < secretLength; digit++) {
    secret += digits.charAt(Number(left % BigInt(digits.length)));
    left /= BigInt(digits.length);
  }
  return withChecksum(prefixOf[environment] + secret);
}

const withChecksum = (body: string): string => body + checksum(body);

/** True for a text with the form of a key and the right checksum, so that a mistyped key is refused without a read of the log. */
export function isApiKeyText(text: string): boolean {
  return pattern.test(text) && text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength));
}

/** What is shown of a key in lists. */
export const apiKeyPrefix = (key: string): string => key.slice(0, prefixOf.production.length + secretCharactersShown);

/** The id of a key's stream, derived from the key's keyed hash; the key itself is stored nowhere. */
export const apiKeyId = (key: string, hashKey: Buffer): string =>
  derivedId('apikey', createHmac('sha256', hashKey).update(key).digest('hex'));

/** CRC-32 (IEEE 802.3) in base62, most significant digit first, zero-padded. */
function checksum(text: string): string {
  let remaining = crc32(text);
  let written = '';
  for (let digit = 0; digit < checksumLength; digit++) {
    written = digits.charAt(remaining % digits.length) + written;
    remaining = Math.floor(remaining / digits.length);
  }
  return written;
}
