import type { Configuration } from '@pps/runtime';
import { Invalid, NotFound, Rejected } from '@pps/kernel';

/** Whether a page is asked for: browsers name HTML, programs may ask for anything. */
export const wantsPage = (accept = ''): boolean => /text\/html(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept);

/** Our page that says which workspace an account is about to be connected to; always the page here, since it marks the browser for our callback. */
export const connectPageUrl = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>, link: string): string =>
  `${PUBLIC_URL.replace(/\/+$/, '')}/app/connect?${new URLSearchParams({ request: link }).toString()}`;

/** The page of the web app that a browser is sent to when an account was connected. */
export const callbackConnectedPage = (appUrl: string, accountId: string): string =>
  pageOf(appUrl, { status: 'connected', account_id: accountId });

/** The page for a failure that is the user's to know; null for all others. */
export function callbackFailedPage(appUrl: string, error: unknown): string | null {
  if (error instanceof Rejected) return pageOf(appUrl, { error: error.code });
  if (error instanceof Invalid) return pageOf(appUrl, { error: 'validation_error' });
  return error instanceof NotFound ? pageOf(appUrl, { error: 'not_found' }) : null;
}

function pageOf(appUrl: string, query: Readonly<Record<string, string>>): string {
  return `${appUrl.replace(/\/+$/, '')}/connections?${new URLSearchParams(query).toString()}`;
}
