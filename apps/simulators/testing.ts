import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulators } from './simulators';
import type { Simulators } from './simulators';

export const allPlatformScopes = ['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'] as const;
export const testRedirectUri = 'http://127.0.0.1:1/callback';

export interface TestSimulators extends Simulators {
  /** Ends them and removes their folder. */
  discard(): Promise<void>;
}

export async function startTestSimulators(): Promise<TestSimulators> {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulators-'));
  const simulators = await startSimulators({ port: 0, smtpPort: 0, dataDir });
  const discard = async () => {
    await simulators.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...simulators, discard };
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  // A test reads the untyped answer: its shape is what is under test.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** Sends JSON, or a form when `body` is URLSearchParams, and reads JSON if any; redirects are not followed. */
export async function send(method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<JsonAnswer> {
  const json = body !== undefined && !(body instanceof URLSearchParams);
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
    body: body === undefined ? null : body instanceof URLSearchParams ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : text };
}

/** Answers the consent page as the user would, and returns where the browser is sent. */
export async function consent(url: string, form: Record<string, string>, scopes: readonly string[] = allPlatformScopes): Promise<URL> {
  const query = new URLSearchParams({
    client_id: 'app',
    redirect_uri: testRedirectUri,
    response_type: 'code',
    scope: scopes.join(','),
    state: 's',
  });
  const { headers } = await send('POST', `${url}/platform/oauth/?${query}`, new URLSearchParams(form));
  return new URL(headers.get('location') ?? 'about:blank');
}

export function requestToken(url: string, form: Record<string, string>, client = 'app:secret'): Promise<JsonAnswer> {
  const authorization = `Basic ${Buffer.from(client).toString('base64')}`;
  return send('POST', `${url}/platform/v5/oauth/token`, new URLSearchParams(form), { authorization });
}

export interface Connected {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly boardId: string;
  /** A call of the API in this user's name. */
  call(method: string, path: string, body?: unknown): Promise<JsonAnswer>;
}

export async function connect(url: string, username: string, scopes: readonly string[] = allPlatformScopes): Promise<Connected> {
  const back = await consent(url, { decision: 'approve', username }, scopes);
  const code = back.searchParams.get('code') ?? '';
  const { json } = await requestToken(url, { grant_type: 'authorization_code', code, redirect_uri: testRedirectUri });
  const call = (method: string, path: string, body?: unknown) =>
    send(method, `${url}/platform/v5${path}`, body, { authorization: `Bearer ${json.access_token}` });
  const boards = await call('GET', '/boards');
  return { accessToken: json.access_token, refreshToken: json.refresh_token, boardId: boards.json.items?.at(-1)?.id ?? '', call };
}

/** Waits until `probe` finds something; names what did not arrive. */
export async function eventually<T>(what: string, probe: () => Promise<T | undefined>, timeoutMs = 120_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`did not arrive within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
