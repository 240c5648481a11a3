import { setTimeout as delay } from 'node:timers/promises';
import { DemoFailure } from './demo-failure';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Request {
  readonly method?: 'GET' | 'POST';
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected?: number;
}

/** Calls the service, a read again for 30 s while it answers 503; throws DemoFailure for any answer but the expected one. */
export type ServiceClient = (path: string, request?: Request) => Promise<Answer>;

const callTimeoutMs = 20_000;
const unavailableForMs = 30_000;

export function serviceClient(baseUrl: string): ServiceClient {
  return async (path, { method = 'GET', json, form, headers = {}, expected = 200 } = {}) => {
    const body = json === undefined ? (form ?? null) : JSON.stringify(json);
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const sent = { method, body, headers: { accept: 'application/json', ...type, ...headers } };
    const call = () => fetch(new URL(path, baseUrl), { ...sent, signal: AbortSignal.timeout(callTimeoutMs) });
    const deadline = performance.now() + unavailableForMs;
    let response = await call();
    while (method === 'GET' && response.status === 503 && performance.now() < deadline) {
      await response.body?.cancel();
      await delay(1_000 * Math.min(Number(response.headers.get('retry-after')) || 1, 5));
      response = await call();
    }
    const text = await response.text();
    if (response.status !== expected) {
      throw new DemoFailure(`${method} ${path} answered ${response.status} instead of ${expected}: ${text.slice(0, 500)}`);
    }
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  };
}

/** Throws DemoFailure unless the service is there and ready to work. */
export async function requireService(baseUrl: string): Promise<void> {
  const answer = await fetch(new URL('/health/ready', baseUrl), { signal: AbortSignal.timeout(callTimeoutMs) }).catch(() => undefined);
  await answer?.body?.cancel();
  if (!answer) throw new DemoFailure(`No service answers at ${baseUrl}: run \`npm start\` first, in another terminal.`);
  if (!answer.ok) throw new DemoFailure(`What answers at ${baseUrl} is not a ready service (${answer.status} from /health/ready).`);
}
