import type { IncomingHttpHeaders } from 'node:http';

export type PresentedCredential = { readonly kind: 'api_key'; readonly text: string } | { readonly kind: 'access_token' };

const keyPrefix = 'pps_';

/** The bearer value when it is no API key, whatever else is sent. */
export const presentsAccessToken = ({ authorization = '' }: IncomingHttpHeaders): boolean =>
  bearerOf(authorization)?.startsWith(keyPrefix) === false;

const bearerOf = (authorization: string): string | undefined => /^bearer +(\S.*)$/i.exec(authorization)?.[1];

/** What the caller presents: `X-API-Key` wins over `Authorization`; a bearer value is a key when it begins like one, else an access token. */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | null {
  const header = headers['x-api-key'];
  if (header !== undefined && header.length > 0) return { kind: 'api_key', text: String(header) };
  const bearer = bearerOf(headers.authorization ?? '');
  if (bearer === undefined) return null;
  return bearer.startsWith(keyPrefix) ? { kind: 'api_key', text: bearer } : { kind: 'access_token' };
}
