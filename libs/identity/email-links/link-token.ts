import { createHash, randomBytes } from 'node:crypto';

const randomLength = 32;
const ownerLength = 22;

/** A token for a mailed link: the user's id (22 characters), then 256 random bits (43 characters), all base64url. */
export function newLinkToken(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url') + randomBytes(randomLength).toString('base64url');
}

/** The user id a token begins with, or null for other text. It proves nothing: only the token's hash does. */
export function ownerOfLinkToken(token: string): string | null {
  if (!/^[\w-]{65}$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, ownerLength), 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What facts hold of a token: its SHA-256, lower-case hex. Its 256 random bits cannot be guessed, so the hash needs no key. */
export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
