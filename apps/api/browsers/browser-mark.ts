import type { ReturningBrowser } from '@pps/identity';
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const lifetimeSeconds = 900;

/** The mark that a browser brings, or a new one; one mark for all windows of a browser. */
export const browserMark = (headers: IncomingHttpHeaders, publicUrl: string): string =>
  presentedMark(headers, publicUrl) ?? randomBytes(32).toString('base64url');

/** SHA-256 of a mark, base64url: what a `state` or a fact may hold of it. */
export const markHash = (mark: string): string => createHash('sha256').update(mark).digest('base64url');

/**
 * The browser that calls: what leads out of the service and back has to end where it began. `isBrowser` when the caller is on its way to a page, or
 * is a page of this very address: either would have sent the cookie.
 */
export function returningBrowser(headers: IncomingHttpHeaders, publicUrl: string): ReturningBrowser {
  const mark = presentedMark(headers, publicUrl);
  const isBrowser = headers['sec-fetch-mode'] === 'navigate' || headers['sec-fetch-site'] === 'same-origin';
  return { browser: mark === null ? null : markHash(mark), isBrowser };
}

/** Marks a browser for 15 minutes, longer than a sign-in or a consent may take. Over https no other host and no path can set the cookie. */
export function markCookie(mark: string, publicUrl: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${mark}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

function presentedMark({ cookie = '' }: IncomingHttpHeaders, publicUrl: string): string | null {
  return new RegExp(`(?:^|;\\s*)${cookieName(publicUrl)}=([\\w-]{43})(?:;|$)`).exec(cookie)?.[1] ?? null;
}

const isSecure = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:';
const cookieName = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-pps_browser' : 'pps_browser');
