import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../http/base-url';
import { identityConsentRoutes } from './consent.routes';
import { publicJwk, type IdentityState } from './identity-state';
import { OAuthRefusal } from './oauth-refusal';
import { identityTokenRoutes } from './token.routes';

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
    app.get('/jwks', async () => ({ keys: [publicJwk(state)] }));
    identityConsentRoutes(app, state);
    identityTokenRoutes(app, state, issuerOf);
  };
}
