import { createRequire } from 'node:module';
import { join } from 'node:path';
import { redirectUri } from '../../grants/grant-service';
import { agreeAt, expectAccounts, toolCall, type ClientWalk } from './client-walk';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** What is used of openid-client 6. */
interface OpenidClient {
  allowInsecureRequests(config: unknown): void;
  None(): unknown;
  dynamicClientRegistration(issuer: URL, metadata: object, auth: unknown, options: object): Promise<unknown>;
  randomPKCECodeVerifier(): string;
  calculatePKCECodeChallenge(verifier: string): Promise<string>;
  buildAuthorizationUrl(config: unknown, parameters: Readonly<Record<string, string>>): URL;
  authorizationCodeGrant(config: unknown, answer: URL, checks: object, parameters: object): Promise<Tokens>;
  refreshTokenGrant(config: unknown, token: string, parameters: object): Promise<Tokens>;
  fetchProtectedResource(config: unknown, token: string, url: URL, method: string, body: string, headers: Headers): Promise<Response>;
  tokenRevocation(config: unknown, token: string): Promise<void>;
}

/** openid-client 6 registers, signs its person in with all checks it has, calls a tool, refreshes and ends its grant. */
export const walkOpenidClient: ClientWalk = async (ground) => {
  const client = createRequire(join(ground.folder, 'package.json'))('openid-client') as OpenidClient;
  const { url, after } = ground.service;
  const resource = `${url}/mcp`;
  const metadata = { client_name: 'openid-client', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
  const config = await client.dynamicClientRegistration(new URL(url), metadata, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const asked = client.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirectUri, scope: 'read write', state: 'a state', resource, code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
  });
  const answer = await agreeAt(ground, asked);
  const checks = { pkceCodeVerifier: verifier, expectedState: 'a state' };
  const tokens = await client.authorizationCodeGrant(config, answer, checks, { resource });
  const ask = (token: string) =>
    client.fetchProtectedResource(config, token, new URL(resource), 'POST', toolCall.body, new Headers(toolCall.headers));
  await expectAccounts(await ask(tokens.access_token));
  after(3_700);
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token, { resource });
  await expectAccounts(await ask(refreshed.access_token));
  await client.tokenRevocation(config, refreshed.refresh_token);
  const ended = await client.refreshTokenGrant(config, refreshed.refresh_token, { resource }).then(
    () => 'works on',
    (error: { readonly error?: string }) => error.error ?? 'failed',
  );
  if (ended !== 'invalid_grant') throw new Error(`after its revocation the grant ${ended}`);
  return ['discovered', 'registered', 'signed in', 'called a tool', 'refreshed', 'called a tool', 'revoked'];
};
