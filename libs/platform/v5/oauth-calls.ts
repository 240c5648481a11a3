import type { PlatformAnswer, CallOptions, Platform, PlatformToken } from '../platform';
import type { V5Caller } from './v5-caller';
import { exactText, object, optionalNumberIn, optionalTextIn, scopes } from './fields';
import type { Fields } from './fields';
import { endpoint } from './endpoint';
import { UnexpectedShape } from './unexpected-shape';

export interface OauthSettings {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type OauthCalls = Pick<Platform, 'authorizationUrl' | 'exchangeCode' | 'refreshToken'>;

export function oauthCalls(caller: V5Caller, settings: OauthSettings): OauthCalls {
  const token = (form: Record<string, string>, secret: string, options?: CallOptions): Promise<PlatformAnswer<PlatformToken>> => {
    const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
    return caller.call(
      {
        operation: 'token',
        method: 'POST',
        url: endpoint(settings.apiUrl, ['oauth', 'token']),
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ ...form, continuous_refresh: 'true' }).toString(),
        secrets: [settings.clientSecret, basic, secret],
        options,
      },
      (json) => readToken(object(json), new Date()),
    );
  };
  return {
    authorizationUrl: ({ state, redirectUri, scopes: wanted }) => {
      const url = new URL(settings.oauthUrl);
      const query = { client_id: settings.clientId, redirect_uri: redirectUri, response_type: 'code', scope: wanted.join(','), state };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    exchangeCode: ({ code, redirectUri }, options) =>
      token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, code, options),
    refreshToken: ({ refreshToken }, options) => token({ grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken, options),
  };
}

function readToken(fields: Fields, receivedAt: Date): PlatformToken {
  const lifetime = optionalNumberIn(fields, 'expires_in');
  if (lifetime === null) throw new UnexpectedShape('expires_in is missing');
  const refreshLifetime = optionalNumberIn(fields, 'refresh_token_expires_in');
  return {
    accessToken: exactText(fields, 'access_token'),
    refreshToken: exactText(fields, 'refresh_token'),
    scopes: scopesOf(optionalTextIn(fields, 'scope')),
    expiresAt: secondsAfter(receivedAt, lifetime),
    refreshTokenExpiresAt: refreshLifetime === null ? null : secondsAfter(receivedAt, refreshLifetime),
  };
}

/** A token without a word about scopes has those that were asked for. */
function scopesOf(granted: string | null): readonly string[] | null {
  return granted === null ? null : scopes(granted);
}

const shortestLifeSeconds = 60;
const longestLifeSeconds = 400 * 86_400;

/** A token is taken to live for a minute at least and for 400 days at most, whatever the platform says. */
function secondsAfter(start: Date, seconds: number): Date {
  const life = Math.min(Math.max(seconds, shortestLifeSeconds), longestLifeSeconds);
  return new Date(start.getTime() + life * 1000);
}
