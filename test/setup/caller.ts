export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

export type Call = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

/** Calls a local API with JSON; redirects are answers, and a CSV, NDJSON or a stream of events is its text. */
export function caller(port: number): Call {
  return async (method, path, body, headers = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}${path}`;
    const signal = AbortSignal.timeout(150_000);
    const response = await fetch(url, { method, ...sent, headers: { ...type, ...headers }, redirect: 'manual', signal });
    const text = await response.text();
    const isText = /^(text\/(csv|event-stream)|application\/x-ndjson)/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : isText ? text : JSON.parse(text) };
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
