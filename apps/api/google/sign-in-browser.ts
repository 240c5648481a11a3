import type { ReturningBrowser } from '@pps/identity';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const cookieName = 'pps_sign_in';
const lifetimeSeconds = 600;

/** The browser that calls: a sign-in must end in the browser where it began. `isBrowser` when the caller is on its way to a page (`Sec-Fetch-Mode`). */
export function signInBrowser(headers: IncomingHttpHeaders): ReturningBrowser {
  const mark = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
  return { browser: mark ?? null, isBrowser: headers['sec-fetch-mode'] === 'navigate' };
}

export const newBrowserMark = (): string => randomBytes(32).toString('base64url');

/** The cookie that marks a browser for as long as a sign-in may take; sent to our own sign-in routes only. */
export function browserCookie(mark: string, publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl);
  const path = `${pathname.replace(/\/+$/, '')}/v1/auth/google`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${cookieName}=${mark}; Path=${path}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
