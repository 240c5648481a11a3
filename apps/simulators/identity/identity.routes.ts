import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomBytes, createHash } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { baseUrlOf, formOf, queryOf, type Form } from '../http/form';
import { sendSimulatorPage } from '../pages/simulator-page';
import { identityConsentPage } from './identity-consent.page';
import { publicJwk, type IdentityState, type ConsentedCode } from './identity-state';

/** Everything under `/identity`: an OpenID provider whose visitors say themselves who they are. */
export function identityRoutes(state: IdentityState) {
  return async (app: FastifyInstance): Promise<void> => {
    const issuerOf = (request: FastifyRequest) => `${baseUrlOf(request)}${app.prefix}`;
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const code = error instanceof OAuthRefusal ? error.error : 'server_error';
      return reply.code(error.statusCode ?? 500).send({ error: code, error_description: error.message });
    });
    app.get('/.well-known/openid-configuration', async (request) => ({
      issuer: issuerOf(request),
      authorization_endpoint: `${issuerOf(request)}/authorize`,
      token_endpoint: `${issuerOf(request)}/token`,
      jwks_uri: `${issuerOf(request)}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile'],
    }));
    app.get('/jwks', async () => ({ keys: [await publicJwk(state)] }));
    identityConsentRoutes(app, state);
    identityTokenRoutes(app, state, issuerOf);
  };
}

/** An error as RFC 6749 has it. */
class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';

  constructor(
    readonly error: string,
    description: string,
    readonly statusCode: number,
  ) {
    super(description);
  }
}

const invalidRequest = (description: string): OAuthRefusal => new OAuthRefusal('invalid_request', description, 400);
const invalidGrant = (description: string): OAuthRefusal => new OAuthRefusal('invalid_grant', description, 400);
const invalidClient = (): OAuthRefusal => new OAuthRefusal('invalid_client', 'Client id and secret are required', 401);

interface Consent {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string | null;
  readonly challenge: string | null;
}

const codeLifeMs = 600_000;

/** The page where a person says who he is, and the way back from it. */
function identityConsentRoutes(app: FastifyInstance, state: IdentityState): void {
  app.get('/authorize', async (request, reply) => {
    const { clientId, redirectUri } = readConsent(queryOf(request));
    return sendSimulatorPage(reply, identityConsentPage({ clientId, host: new URL(redirectUri).host, action: request.url }));
  });
  app.post('/authorize', async (request, reply) => {
    const form = { ...queryOf(request), ...formOf(request) };
    const consent = readConsent(form);
    const back = new URL(consent.redirectUri);
    if (form['decision'] === 'approve') back.searchParams.set('code', grant(state, consent, form));
    else if (form['decision'] === 'deny') back.searchParams.set('error', 'access_denied');
    else throw invalidRequest('decision is not one of approve, deny');
    back.searchParams.set('state', consent.state);
    await state.store.flushed();
    return reply.redirect(back.href, 302);
  });
}

function grant(state: IdentityState, { clientId, redirectUri, nonce, challenge }: Consent, form: Form): string {
  const email = form['email']?.trim() ?? '';
  if (!email.includes('@') || email.length > 254) throw invalidRequest('email is required');
  const verified = form['email_verified'] ?? 'true';
  if (verified !== 'true' && verified !== 'false') throw invalidRequest('email_verified is not one of true, false');
  const name = form['name']?.trim() || (email.split('@')[0] ?? email);
  const code = randomBytes(24).toString('base64url');
  const expiresMs = Date.now() + codeLifeMs;
  state.codes.put(code, { code, clientId, redirectUri, nonce, challenge, email, name, emailVerified: verified === 'true', expiresMs });
  return code;
}

function readConsent(form: Form): Consent {
  const { client_id: clientId = '', redirect_uri: redirectUri = '', response_type: type, scope = '', state = '' } = form;
  if (clientId === '') throw invalidRequest('client_id is required');
  if (!URL.canParse(redirectUri) || !/^https?:/i.test(redirectUri)) throw invalidRequest('redirect_uri is no web address');
  if (type !== 'code') throw invalidRequest("response_type must be 'code'");
  if (!scope.split(' ').includes('openid')) throw invalidRequest("scope must contain 'openid'");
  const challenge = form['code_challenge'] ?? null;
  if (challenge !== null && form['code_challenge_method'] !== 'S256') throw invalidRequest("code_challenge_method must be 'S256'");
  return { clientId, redirectUri, state, nonce: form['nonce'] ?? null, challenge };
}

const tokenSeconds = 3_600;

/** Exchanges a code, once, for a signed statement of who consented. */
function identityTokenRoutes(app: FastifyInstance, state: IdentityState, issuerOf: (request: FastifyRequest) => string): void {
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
    return reply.header('cache-control', 'no-store').send({ ...answer, id_token: await idToken(state, grant, issuerOf(request)) });
  });
}

/** The same address is the same person. */
const subjectOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);

async function idToken({ signing }: IdentityState, grant: ConsentedCode, issuer: string): Promise<string> {
  const { email, name, emailVerified, nonce, clientId } = grant;
  const claims = { email, name, email_verified: emailVerified, ...(nonce === null ? {} : { nonce }) };
  const { key, keyId } = await signing();
  return sign(claims, key, {
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
