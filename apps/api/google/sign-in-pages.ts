import type { BroughtBack } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';

type Places = Pick<Configuration, 'APP_URL' | 'CONNECTOR_URL'>;

/** Where the browser goes on after Google: the connector that asked for the sign-in, or the web app. */
export function signedInPage({ APP_URL, CONNECTOR_URL }: Places, { token, next, connector }: BroughtBack): string {
  if (connector !== null && CONNECTOR_URL !== undefined) return withQuery(CONNECTOR_URL, { request: connector, token });
  return withQuery(`${APP_URL}/auth/complete`, { token, next });
}

/** The page for a failure that is the person's to know; null for all others. */
export function notSignedInPage({ APP_URL }: Places, error: unknown): string | null {
  return error instanceof Rejected ? withQuery(`${APP_URL}/auth/complete`, { error: error.code }) : null;
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
}
