import { createRequire } from 'node:module';
import { join } from 'node:path';
import { redirectUri } from '../../grants/grant-service';
import { agreeAt, expectAccounts, toolCall, type ClientWalk } from './client-walk';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

interface Server {
  readonly authorization_endpoint: string;
}

interface Client {
  readonly client_id: string;
}

type Options = Readonly<Record<string | symbol, unknown>>;

/** What is used of oauth4webapi. */
interface Oauth {
  readonly allowInsecureRequests: symbol;
  None(): unknown;
  resourceDiscoveryRequest(resource: URL, options: Options): Promise<Response>;
  processResourceDiscoveryResponse(
    resource: URL,
    answer: Response,
  ): Promise<{ readonly resource: string; readonly authorization_servers: readonly string[] }>;
  discoveryRequest(issuer: URL, options: Options): Promise<Response>;
  processDiscoveryResponse(issuer: URL, answer: Response): Promise<Server>;
  dynamicClientRegistrationRequest(server: Server, metadata: object, options: Options): Promise<Response>;
  processDynamicClientRegistrationResponse(answer: Response): Promise<Client>;
  generateRandomCodeVerifier(): string;
  calculatePKCECodeChallenge(verifier: string): Promise<string>;
  validateAuthResponse(server: Server, client: Client, answer: URL, state: string): URLSearchParams;
  authorizationCodeGrantRequest(
    ...given: [server: Server, client: Client, auth: unknown, answer: URLSearchParams, redirect: string, verifier: string, options: Options]
  ): Promise<Response>;
  processAuthorizationCodeResponse(server: Server, client: Client, answer: Response): Promise<Tokens>;
  refreshTokenGrantRequest(server: Server, client: Client, auth: unknown, token: string, options: Options): Promise<Response>;
  processRefreshTokenResponse(server: Server, client: Client, answer: Response): Promise<Tokens>;
  protectedResourceRequest(
    ...given: [token: string, method: string, url: URL, headers: Headers, body: string, options: Options]
  ): Promise<Response>;
  revocationRequest(server: Server, client: Client, auth: unknown, token: string, options: Options): Promise<Response>;
  processRevocationResponse(answer: Response): Promise<void>;
}

/** oauth4webapi finds the server by the resource, registers, signs its person in, calls a tool, refreshes and ends its grant, each answer validated. */
export const walkOauth4webapi: ClientWalk = async (ground) => {
  const oauth = createRequire(join(ground.folder, 'package.json'))('oauth4webapi') as Oauth;
  const insecure = { [oauth.allowInsecureRequests]: true };
  const resource = new URL(`${ground.service.url}/mcp`);
  const found = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, insecure));
  const issuer = new URL(found.authorization_servers[0] ?? '');
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }));
  const metadata = { client_name: 'oauth4webapi', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, metadata, insecure),
  );
  const verifier = oauth.generateRandomCodeVerifier();
  const asked = new URL(server.authorization_endpoint);
  asked.search = new URLSearchParams({
    ...{ response_type: 'code', client_id: client.client_id, redirect_uri: redirectUri, scope: 'read write', state: 'a state' },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', resource: found.resource },
  }).toString();
  const answer = oauth.validateAuthResponse(server, client, await agreeAt(ground, asked), 'a state');
  const options = { ...insecure, additionalParameters: { resource: found.resource } };
  const exchanged = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), answer, redirectUri, verifier, options);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
  const ask = (token: string) =>
    oauth.protectedResourceRequest(token, 'POST', resource, new Headers(toolCall.headers), toolCall.body, insecure);
  await expectAccounts(await ask(tokens.access_token));
  ground.service.after(3_700);
  const again = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token, options);
  const refreshed = await oauth.processRefreshTokenResponse(server, client, again);
  await expectAccounts(await ask(refreshed.access_token));
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), refreshed.refresh_token, insecure));
  const ended = await ask(refreshed.access_token).then(
    ({ status }) => status,
    () => 401,
  );
  if (ended !== 401) throw new Error(`after its revocation the grant is answered ${ended}`);
  return ['found the server', 'registered', 'signed in', 'called a tool', 'refreshed', 'called a tool', 'revoked'];
};
