import type { PlatformAnswer, CallOptions, Platform, PlatformToken } from '../platform';
import { type PinterestCaller, endpoint } from './pinterest-caller';
import { exactText, object, optionalExactTextIn, optionalNumberIn, optionalTextIn, scopes, type AnswerFields } from './answer-fields';

interface OauthSettings {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type OauthCalls = Pick<Platform, 'authorizationUrl' | 'exchangeCode' | 'refreshToken'>;

export function oauthCalls(caller: PinterestCaller, settings: OauthSettings): OauthCalls {
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
      (json) => readToken(object(json), caller.clock(), form['refresh_token']),
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

/** An answer to a refresh that names no new refresh token leaves the old one in force (RFC 6749, section 6). */
function readToken(fields: AnswerFields, receivedAt: Date, refreshed: string | undefined): PlatformToken {
  const lifetime = optionalNumberIn(fields, 'expires_in') ?? usualLifeSeconds;
  const refreshLifetime = optionalNumberIn(fields, 'refresh_token_expires_in');
  return {
    accessToken: exactText(fields, 'access_token'),
    refreshToken: optionalExactTextIn(fields, 'refresh_token') || (refreshed ?? exactText(fields, 'refresh_token')),
    scopes: scopesOf(optionalTextIn(fields, 'scope')),
    expiresAt: secondsAfter(receivedAt, lifetime),
    refreshTokenExpiresAt: refreshLifetime === null ? null : secondsAfter(receivedAt, refreshLifetime),
  };
}

/** A token without a word about scopes has those that were asked for. */
function scopesOf(granted: string | null): readonly string[] | null {
  return granted === null ? null : scopes(granted);
}

/** What the platform documents, where an answer does not say; a token that ends before is refused, and refreshed then. */
const usualLifeSeconds = 30 * 86_400;
const shortestLifeSeconds = 60;
const longestLifeSeconds = 400 * 86_400;

/** A token is taken to live for a minute at least and for 400 days at most, whatever the platform says. */
function secondsAfter(start: Date, seconds: number): Date {
  const life = Math.min(Math.max(seconds, shortestLifeSeconds), longestLifeSeconds);
  return new Date(start.getTime() + life * 1000);
}
