import { isLoopback } from '@pps/runtime';
import type { IncomingHttpHeaders } from 'node:http';

/** The header that writes carry beside the cookie, with whatever value: a form of another site cannot send it. */
export const sessionHeader = 'x-session-carrier';

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether a browser may be given a session: over https, or on this machine. */
export function canCarrySession(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** Sets the cookie that carries a session's token, which no script can read and no other site's request brings. */
export const sessionCookie = (token: string, seconds: number, publicUrl: string): string =>
  `${cookieName(publicUrl)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(publicUrl) ? '; Secure' : ''}`;

/**
 * The token in the cookie of a request that one of our own pages made; null for any other. Browsers say where a request comes from by `Sec-Fetch-Site`, older ones
 * by `Origin`; a write carries our own header too. Two cookies of that name are none: one of them somebody else has set.
 */
export function sessionTokenOf(method: string, headers: IncomingHttpHeaders, publicUrl: string): string | null {
  const name = `${cookieName(publicUrl)}=`;
  const found = (headers.cookie ?? '').split(/; */).filter((each) => each.startsWith(name));
  const [cookie] = found;
  if (cookie === undefined || found.length > 1 || cookie.length === name.length) return null;
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin';
  if (!isOwn || (!reading.has(method) && headers[sessionHeader] === undefined)) return null;
  return cookie.slice(name.length);
}

const isSecure = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:';
const cookieName = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-pps_session' : 'pps_session');
