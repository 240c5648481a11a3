import { PinPublishing } from './client';
import type { ClientOptions } from './settings';

export interface SeenRequest {
  readonly url: string;
  readonly verb: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer = Response | Error | ((seen: SeenRequest) => Response | Promise<Response>);

/** JSON as the service answers it. */
export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const refusal = (status: number, error: object, headers: Readonly<Record<string, string>> = {}): Response =>
  json({ error, detail: 'x' }, status, headers);

/** What Node throws when a connection ends. */
export const lost = (code = 'ECONNRESET'): Error => new TypeError('fetch failed', { cause: Object.assign(new Error('lost'), { code }) });

/** A client whose requests are answered in turn, and all that it sent; the last answer stays. */
export function stubService(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const seen: SeenRequest[] = [];
  const client = new PinPublishing({
    ...{ baseUrl: 'https://pins.example.com', apiKey: 'pps_live_secret', ...options },
    async fetch(url, init) {
      const request = { url, verb: init.method ?? '', headers: new Headers(init.headers), body: init.body };
      const answer = answers[Math.min(seen.length, answers.length - 1)];
      seen.push(request);
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? answer(request) : (answer?.clone() ?? new Response(null, { status: 204 }));
    },
  });
  return { client, seen };
}
