import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { approving, openBrowser, type Ticked } from './open-browser';
import { redirectUri } from './grant-service';
import { walked, type McpClient } from '../mcp/mcp-clients';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
}

/** Where an official client keeps what it knows, and where it sends its person. */
export function keptByProgram(clientMetadataUrl?: string) {
  const kept: { client?: unknown; tokens?: Tokens; verifier?: string; asked?: URL; discovered?: unknown; questions: number } = {
    questions: 0,
  };
  const provider = {
    ...(clientMetadataUrl && { clientMetadataUrl }),
    get redirectUrl() {
      return redirectUri;
    },
    get clientMetadata() {
      return { client_name: 'Official client', redirect_uris: [redirectUri] };
    },
    state: () => 'a state',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client: unknown) => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: Tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => {
      kept.asked = url;
      kept.questions += 1;
    },
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    saveDiscoveryState: (discovered: unknown) => void (kept.discovered = discovered),
    discoveryState: () => kept.discovered as never,
    codeVerifier: () => kept.verifier ?? '',
    invalidateCredentials: (scope: string) => {
      if (scope === 'all' || scope === 'tokens') delete kept.tokens;
      if (scope === 'all' || scope === 'client') delete kept.client;
    },
  };
  return { kept, provider };
}

export type Kept = ReturnType<typeof keptByProgram>;

interface OfficialClient {
  readonly client: McpClient;
  /** Brings the answer of the person. */
  finish(location: string): Promise<void>;
  connect(): Promise<void>;
}

/** One of the official clients, which signs in by itself. */
export function officialClient(era: 'new' | 'old', url: string, { provider }: Kept, fetch?: Fetch): OfficialClient {
  const address = new URL(`${url}/mcp?toolsets=all`);
  const options = { authProvider: provider, ...(fetch && { fetch }) };
  if (era === 'new') {
    const client = new NewClient({ name: 'walk', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const transport = () => new NewTransport(address, options as never);
    return {
      client: walked(client, (name, args) => client.callTool({ name, arguments: args })),
      finish: (location) => transport().finishAuth(new URL(location).searchParams),
      connect: () => client.connect(transport()),
    };
  }
  const client = new OldClient({ name: 'walk', version: '1' });
  const transport = () => new OldTransport(address, options as never);
  return {
    client: walked(client, (name, args) => client.callTool({ name, arguments: args })),
    finish: (location) => transport().finishAuth(new URL(location).searchParams.get('code') ?? ''),
    connect: () => client.connect(transport()),
  };
}

/** Lets a person agree to what a client asked: where the browser is sent. */
export async function agree(
  url: string,
  { kept }: Kept,
  person: { readonly email: string; readonly projectId: string },
  ticked: Ticked = {},
): Promise<string> {
  const browser = openBrowser(url);
  const page = await browser.signIn(kept.asked ?? '', person.email);
  const { location, status, text } = await browser.answer(page, approving(person.projectId, ticked));
  if (location === null) throw new Error(`nobody agreed: ${status} ${text}`);
  return location;
}

/** A client that has signed in, and whose person agreed. */
export async function signedInClient(
  era: 'new' | 'old',
  url: string,
  person: { readonly email: string; readonly projectId: string },
  ticked: Ticked = {},
  fetch?: Fetch,
) {
  const keep = keptByProgram();
  const refused = await officialClient(era, url, keep, fetch)
    .connect()
    .then(
      () => null,
      (error: Error) => error,
    );
  if (refused === null || keep.kept.asked === undefined) throw new Error(`the client asked nobody: ${String(refused)}`);
  const official = officialClient(era, url, keep, fetch);
  await official.finish(await agree(url, keep, person, ticked));
  await official.connect();
  return { keep, ...official };
}
