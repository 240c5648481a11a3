import { createHash } from 'node:crypto';
import { decode, sign } from 'jsonwebtoken';

/** What a session token says, beside the registered claims. */
export interface AccessTokenClaims {
  /** User id. */
  readonly sub: string;
  readonly project: string;
  /** Session id. */
  readonly sid: string;
  /** The user's session generation when it was issued. */
  readonly gen: number;
  /** The API key it was made with, whose permissions it has and with which it ends. */
  readonly key?: string;
  /** `auth_time`: when the person last proved who it is, in seconds since 1970; absent in a token made with an API key. */
  readonly authTime?: number;
}

export const accessTokenRules = {
  algorithm: 'HS256',
  issuer: 'pin-publishing-service',
  audience: 'pin-publishing-service/v1',
} as const;

/** Names a signing key without revealing it, so that the key of a token can be found while keys are rotated. */
export const accessTokenKeyId = (key: Buffer): string =>
  createHash('sha256').update('access token key id\n').update(key).digest('base64url').slice(0, 16);

/** A signed session token that ends after `lifetimeSeconds`. */
export function signAccessToken({ sub, authTime, ...others }: AccessTokenClaims, key: Buffer, lifetimeSeconds: number): string {
  const claims = { ...others, ...(authTime === undefined ? {} : { auth_time: authTime }) };
  const { algorithm, issuer, audience } = accessTokenRules;
  return sign(claims, key, { algorithm, issuer, audience, subject: sub, expiresIn: lifetimeSeconds, keyid: accessTokenKeyId(key) });
}

/** A function that finds the key a token names in its header; the caller still has to verify the signature. */
export function selectSigningKey(keys: readonly Buffer[]): (token: string) => Buffer | undefined {
  const byId = new Map(keys.map((key) => [accessTokenKeyId(key), key]));
  return (token) => byId.get(decode(token, { complete: true })?.header.kid ?? '');
}

/** The claims of a verified token, or null when they have another form than ours, as those of releases before sessions were facts. */
export function claimsOf(payload: unknown): AccessTokenClaims | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { sub, project, sid, gen, key, auth_time: authTime } = payload as Record<string, unknown>;
  const known = typeof sub === 'string' && typeof project === 'string' && typeof sid === 'string' && typeof gen === 'number';
  if (!known || (key !== undefined && typeof key !== 'string')) return null;
  if (key !== undefined) return { sub, project, sid, gen, key };
  return typeof authTime === 'number' ? { sub, project, sid, gen, authTime } : null;
}
