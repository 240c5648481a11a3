import { createHash, randomBytes } from 'node:crypto';
import { findFreePort } from '@pps/embedded';
import type { Clock } from '@pps/kernel';
import { register, type Account } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';
import { approving, openBrowser, type Ticked } from './open-browser';

/** A service that knows its own address, as programs compare it, with a clock that a test can set forward. */
export async function startGrantService(settings: Readonly<Record<string, string>> = {}) {
  const port = await findFreePort();
  let aheadMs = 0;
  const clock: Clock = () => new Date(Date.now() + aheadMs);
  const service = await startService(
    {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      WEBHOOK_TARGETS: 'any',
      TOKEN_REQUESTS_PER_ADDRESS: '1000000',
      CLIENT_REGISTRATIONS_PER_ADDRESS: '1000000',
      ...settings,
    },
    clock,
  );
  return { ...service, clock, after: (seconds: number): void => void (aheadMs += seconds * 1_000) };
}

export type GrantService = Awaited<ReturnType<typeof startGrantService>>;

/** That service with somebody to be robbed and a program that is registered. */
export async function startAttackedService() {
  const service = await startGrantService();
  const victim = await register(service.call);
  const program = programAt(service.url);
  const clientId = await registered(program);
  const keysOf = async ({ session }: Account) => (await service.call('GET', '/v1/api-keys', undefined, session)).body;
  return { service, url: service.url, victim, program, clientId, keysOf };
}

/** Where what is stolen would go. */
export const evil = 'https://evil.example/take';

export const redirectUri = 'http://127.0.0.1:9/callback';

/** A program that is written by hand, message by message, for what real ones never do. */
export function programAt(url: string) {
  const verifier = randomBytes(32).toString('base64url');
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(url + path, { method: 'POST', ...init, signal: AbortSignal.timeout(120_000) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  };
  const token = (fields: Ticked) => send('/oauth/token', { body: new URLSearchParams(fields) });
  return {
    verifier,
    token,
    register: (metadata: object) =>
      send('/oauth/register', { body: JSON.stringify(metadata), headers: { 'content-type': 'application/json' } }),
    authorizeUrl: (clientId: string, changes: Ticked = {}) => {
      const parameters = {
        ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state: 'st', scope: 'read write' },
        ...{
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
          resource: `${url}/mcp`,
        },
        ...changes,
      };
      return `${url}/oauth/authorize?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '-')).toString()}`;
    },
    redeem: (code: string, clientId: string, changes: Ticked = {}) =>
      token({
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        resource: `${url}/mcp`,
        ...changes,
      }),
    refresh: (refresh_token: string, client_id: string, changes: Ticked = {}) =>
      token({ grant_type: 'refresh_token', refresh_token, client_id, ...changes }),
    revoke: (text: string) => send('/oauth/revoke', { body: new URLSearchParams({ token: text }) }),
  };
}

export type Program = ReturnType<typeof programAt>;

/** Registers a program, and lets a person agree to it: its tokens. */
export async function grantTo(
  service: Pick<RunningService, 'url' | 'call'>,
  given: { account?: Account; program?: Program; ticked?: Ticked; asked?: Ticked; clientId?: string } = {},
) {
  const { url, call } = service;
  const account = given.account ?? (await register(call));
  const program = given.program ?? programAt(url);
  const clientId = given.clientId ?? (await registered(program));
  const browser = openBrowser(url);
  const page = await browser.signIn(program.authorizeUrl(clientId, given.asked), account.email);
  const answered = await browser.answer(page, approving(account.projectId, given.ticked));
  if (answered.location === null) throw new Error(`nobody agreed: ${answered.status} ${answered.text}`);
  const code = new URL(answered.location).searchParams.get('code') ?? '';
  const { status, body } = await program.redeem(
    code,
    clientId,
    given.asked?.['resource'] === undefined ? {} : { resource: given.asked['resource'] },
  );
  if (status !== 200) throw new Error(`no tokens: ${status} ${JSON.stringify(body)}`);
  return { account, program, clientId, code, access: body.access_token as string, refresh: body.refresh_token as string, body };
}

export async function registered(program: Program, name = 'Walker'): Promise<string> {
  const { status, body } = await program.register({ client_name: name, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' });
  if (status !== 201) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`);
  return body.client_id as string;
}
