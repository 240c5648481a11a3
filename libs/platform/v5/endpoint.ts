import type { CallOptions } from '../platform';
import type { V5Request } from './v5-caller';
import type { HttpCall } from './exchange';

/** The address of a call; path parts are escaped, absent query values left out. */
export function endpoint(apiUrl: string, path: readonly string[], query: Record<string, string | undefined> = {}): URL {
  const url = new URL(`${apiUrl.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

export interface BearerCall {
  readonly operation: string;
  readonly method: HttpCall['method'];
  readonly url: URL;
  readonly accessToken: string;
  readonly json?: unknown;
  readonly options?: CallOptions | undefined;
}

/** A JSON call in a user's name. */
export function bearer({ operation, method, url, accessToken, json, options }: BearerCall): V5Request {
  return {
    operation,
    method,
    url,
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: json === undefined ? undefined : JSON.stringify(json),
    secrets: [accessToken],
    options,
  };
}
