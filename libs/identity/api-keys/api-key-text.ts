import { derivedId } from '@pps/kernel';
import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);
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
    secret += digits.charAt(Number(left % base));
    left /= base;
  }
  return withChecksum(prefixOf[environment] + secret);
}

const withChecksum = (body: string): string => body + checksumOf(body);

/** True for a text with the form of a key and the right checksum, so that a mistyped key is refused without a read of the log. */
export function isApiKeyText(text: string): boolean {
  return pattern.test(text) && text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength));
}

/** What is shown of a key in lists. */
export const apiKeyPrefix = (key: string): string => key.slice(0, prefixOf.production.length + secretCharactersShown);

/** The id of a key's stream, derived from the key's keyed hash; the key itself is stored nowhere. */
export const apiKeyId = (key: string, hashKey: Buffer): string =>
  derivedId('apikey', createHmac('sha256', hashKey).update(key).digest('hex'));

/** CRC-32 (IEEE 802.3) in base62, most significant digit first, zero-padded. */
export const checksumOf = (text: string): string => base62Text(BigInt(crc32(text)), checksumLength);

/** A number in base62, most significant digit first, zero-padded to a length. */
export function base62Text(number: bigint, length: number): string {
  let remaining = number;
  let written = '';
  for (let digit = 0; digit < length; digit++) {
    written = digits.charAt(Number(remaining % base)) + written;
    remaining /= base;
  }
  return written;
}

/** The number that such a text writes. */
export function base62Number(text: string): bigint {
  let number = 0n;
  for (const digit of text) number = number * base + BigInt(digits.indexOf(digit));
  return number;
}
