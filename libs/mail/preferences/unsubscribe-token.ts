import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

const shape = /^([\w-]{22})([\w-]{43})$/;

/** A token that unsubscribes a user from a project's mails. It is signed, not stored, and valid for as long as the key is. */
export function unsubscribeToken(userId: string, projectId: string, hashKey: Buffer): string {
  return Buffer.from(parse(userId)).toString('base64url') + signature(userId, projectId, hashKey).toString('base64url');
}

/** The user of a token that was signed for this project, or null for any other text. */
export function verifyUnsubscribeToken(token: string, projectId: string, hashKey: Buffer): string | null {
  const [, owner = '', signed = ''] = shape.exec(token) ?? [];
  const bytes = Buffer.from(owner, 'base64url');
  if (bytes.length !== 16) return null;
  const userId = stringifyOrEmpty(bytes);
  const given = Buffer.from(signed, 'base64url');
  const expected = signature(userId, projectId, hashKey);
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null;
}

export interface UnsubscribeLinks {
  /** The page of the web app, for people. */
  readonly page: string;
  /** The page of this service, for mail programs: a POST unsubscribes, a GET changes nothing. */
  readonly route: string;
}

/** Where a user unsubscribes from the mails about a project; `appUrl` and `publicUrl` have no slash at the end. */
export function unsubscribeLinks(
  { userId, projectId }: { readonly userId: string; readonly projectId: string },
  { appUrl, publicUrl, hashKey }: { readonly appUrl: string; readonly publicUrl: string; readonly hashKey: Buffer },
): UnsubscribeLinks {
  const token = unsubscribeToken(userId, projectId, hashKey);
  const query = new URLSearchParams({ workspace_id: projectId, user_id: userId, token }).toString();
  return { page: `${appUrl}/unsubscribe?${query}`, route: `${publicUrl}/app/unsubscribe?${query}` };
}

function signature(userId: string, projectId: string, hashKey: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', hashKey, '', 'unsubscribe', 32));
  return createHmac('sha256', key).update(`${userId.toLowerCase()} ${projectId.toLowerCase()}`).digest();
}

// The bytes come from the request and need not be a UUID.
function stringifyOrEmpty(bytes: Buffer): string {
  try {
    return stringify(bytes);
  } catch {
    return '';
  }
}
