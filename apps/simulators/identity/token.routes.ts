import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sign } from 'jsonwebtoken';
import { formOf } from '../http/form';
import type { ConsentedCode, IdentityState } from './identity-state';
import { invalidClient, invalidGrant, OAuthRefusal } from './oauth-refusal';

const tokenSeconds = 3_600;

/** Exchanges a code, once, for a signed statement of who consented. */
export function identityTokenRoutes(app: FastifyInstance, state: IdentityState, issuerOf: (request: FastifyRequest) => string): void {
  app.post('/token', async (request, reply) => {
    const form = formOf(request);
    const clientId = clientOf(request);
    if (form['grant_type'] !== 'authorization_code') throw new OAuthRefusal('unsupported_grant_type', 'Only authorization_code', 400);
    const grant = state.codes.get(form['code'] ?? '');
    if (grant === undefined || grant.expiresMs <= Date.now()) throw invalidGrant('The code is unknown, expired or used');
    state.codes.remove(grant.code);
    await state.store.flushed();
    if (grant.clientId !== clientId || grant.redirectUri !== form['redirect_uri']) throw invalidGrant('The code is for another client');
    if (grant.challenge !== null && challengeOf(form['code_verifier'] ?? '') !== grant.challenge)
      throw invalidGrant('The code_verifier is wrong');
    const answer = {
      access_token: randomBytes(32).toString('base64url'),
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope: 'openid email profile',
    };
    return reply.header('cache-control', 'no-store').send({ ...answer, id_token: idToken(state, grant, issuerOf(request)) });
  });
}

/** The same address is the same person. */
export const subjectOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);

function idToken({ signingKey, keyId }: IdentityState, grant: ConsentedCode, issuer: string): string {
  const { email, name, emailVerified, nonce, clientId } = grant;
  const claims = { email, name, email_verified: emailVerified, ...(nonce === null ? {} : { nonce }) };
  return sign(claims, signingKey, {
    algorithm: 'RS256',
    keyid: keyId,
    issuer,
    audience: clientId,
    subject: subjectOf(email),
    expiresIn: tokenSeconds,
  });
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Any pair of id and secret is taken, in the header or in the form; the id binds codes. */
function clientOf(request: FastifyRequest): string {
  const encoded = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const { client_id = '', client_secret = '' } = formOf(request);
  if (encoded === undefined) {
    if (client_id === '' || client_secret === '') throw invalidClient();
    return client_id;
  }
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent);
  if (id === '' || secret.join(':') === '') throw invalidClient();
  return id;
}
