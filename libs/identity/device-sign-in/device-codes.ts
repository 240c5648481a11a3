import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { apiKeyTextOf } from '../api-keys/api-key-text';

// Consonants without look-alikes, so that no code is a word or is misread: 20^8 codes.
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const lettersOfCode = 8;
const codeText = new RegExp(`^[${letters}]{${lettersOfCode}}$`);

/** A new code for a person to compare: `ABCD-EFGH`. */
export const newUserCode = (): string =>
  shownUserCode(Array.from({ length: lettersOfCode }, () => letters[randomInt(letters.length)]).join(''));

/** What a person typed, as it is shown; null for what is no code. Small letters and any separators are fine. */
export function readUserCode(text: string): string | null {
  const read = text
    .slice(0, 32)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  return codeText.test(read) ? shownUserCode(read) : null;
}

const shownUserCode = (read: string): string => `${read.slice(0, 4)}-${read.slice(4)}`;

/** A new code for the terminal: 256 random bits. */
export const newDeviceCode = (): string => randomBytes(32).toString('base64url');

const deviceCodeText = /^[\w-]{43}$/;

export const isDeviceCode = (text: string): boolean => deviceCodeText.test(text);

/** Keyed hash of a code: all that is stored of it. */
export const codeHash = (code: string, hashKey: Buffer): string =>
  createHmac('sha256', hashKey).update(`device sign-in ${code}`).digest('hex');

/**
 * The API key that a terminal gets for its device code, which nothing stores: it follows from the code and a key of the service, so that two polls at
 * once, and one after a crash, mean the same key.
 */
export function apiKeyOfDevice(deviceCode: string, environment: 'production' | 'sandbox', hashKey: Buffer): string {
  const bytes = Buffer.from(hkdfSync('sha256', deviceCode, hashKey, `device key ${environment}`, 48));
  return apiKeyTextOf(environment, BigInt(`0x${bytes.toString('hex')}`));
}
