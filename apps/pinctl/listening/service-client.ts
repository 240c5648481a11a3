import { pause } from '@pps/concurrency';
import { CommandFailed, exitCodes } from '../command-failed';

export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A service that is asked over its public API. */
export interface ServiceClient {
  readonly url: URL;
  /** One request; what is to be asked again later (429, 5xx, no answer) is so, for a minute at most. Throws `CommandFailed`. */
  call(method: string, path: string, body?: object): Promise<ServiceAnswer>;
}

const answerWithinMs = 20_000;
const waitsMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000];
const longestWaitMs = 20_000;

export function serviceClient(url: URL, apiKey: string): ServiceClient {
  const once = async (method: string, path: string, body?: object) => {
    const headers = { 'x-api-key': apiKey, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(new URL(path, url), {
      method,
      headers,
      signal,
      redirect: 'error',
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), body: parsed(text) };
  };
  return {
    url,
    async call(method, path, body) {
      for (let attempt = 0; ; attempt += 1) {
        const answer = await once(method, path, body).catch(() => null);
        if (answer && answer.status !== 429 && answer.status < 500) return answer;
        const wait = waitsMs[attempt];
        if (wait === undefined) throw unanswered(url, answer?.status);
        await pause(Math.min(longestWaitMs, Math.max(wait, (answer?.retryAfter || 0) * 1_000)));
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}

const unanswered = (url: URL, status: number | undefined): CommandFailed =>
  new CommandFailed(`${url.origin} ${status === undefined ? 'cannot be reached' : `answers ${status}`}`, exitCodes.unreachable);

/** What the service says against a request, as a failure of the command. */
export function refusalOf(what: string, { status, body }: ServiceAnswer): CommandFailed {
  const error = (body as { error?: { message?: unknown; required_scope?: unknown } } | null)?.error;
  const scope = typeof error?.required_scope === 'string' ? ` (the API key lacks the scope ${error.required_scope})` : '';
  const message = typeof error?.message === 'string' ? error.message : 'it says nothing more';
  return new CommandFailed(`${what}: ${status}, ${message}${scope}`, exitCodes.refused);
}
