import type { BuiltRequest } from './build-request';
import { ConnectionError, PinPublishingError, TimedOutError, ApiError } from './errors';
import { readRefusal } from './read-answer';
import { sleep, waitBeforeRetry } from './retries';
import { credentialHeader } from './settings';
import type { Try } from './try';

/** What came of a call: what was read of its last answer, and how often it was tried. */
export interface Sent<Data> {
  readonly data: Data;
  readonly response: Response;
  readonly attempts: number;
}

/**
 * Sends a request until it is answered, and reads the answer; tries again what may be tried again. `keep` leaves a try open, for what is read after this
 * returns.
 */
export async function sendRequest<Data>(
  request: BuiltRequest,
  read: (response: Response, attempt: Try) => Promise<Data>,
  keep = false,
): Promise<Sent<Data>> {
  const { signal } = request.settings;
  let maybeDone = false;
  for (let attempts = 1; ; attempts++) {
    try {
      return { ...(await tryOnce(request, read, keep)), attempts };
    } catch (error) {
      if (!(error instanceof PinPublishingError)) throw error;
      const { verb, traits } = request.operation;
      // What an earlier try has deleted, unheard, is deleted.
      const isGone = error instanceof ApiError && error.status === 404 && verb === 'DELETE' && traits.includes('e') && maybeDone;
      if (isGone) return { data: undefined as Data, response: new Response(null, { status: 204, headers: error.headers }), attempts };
      if (error instanceof ConnectionError && error.maybeDone) maybeDone = true;
      if (error instanceof ApiError && error.status > 500) maybeDone = true;
      const { path, idempotencyKey } = request;
      error.request = { verb, path, attempts, idempotencyKey };
      const wait = waitBeforeRetry(error, request, attempts);
      if (wait === null) throw error;
      await sleep(wait, signal);
    }
  }
}

async function tryOnce<Data>(request: BuiltRequest, read: (response: Response, attempt: Try) => Promise<Data>, keep: boolean) {
  const { settings, operation, url } = request;
  settings.signal?.throwIfAborted();
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(await credentialHeader(settings))) headers.set(name, value);
  const attempt = startTry(settings.timeoutMs, /[fb]/.test(operation.traits), settings.signal);
  let isKept = false;
  try {
    const { body, type, length } = await request.makeBody(attempt.extend);
    if (type !== undefined) headers.set('content-type', type);
    if (length) headers.set('content-length', `${length}`);
    // A redirect would carry the credential to somebody else.
    const init = { method: operation.verb, headers, body, redirect: 'manual', signal: attempt.signal, duplex: 'half' };
    const response = await settings.fetch(url, init as RequestInit);
    if (!response.ok) throw await readRefusal(response);
    const data = await read(response, attempt);
    isKept = keep;
    return { data, response };
  } catch (error) {
    throw asOurs(error, attempt.signal, settings.signal);
  } finally {
    if (!isKept) attempt.end();
  }
}

const longestFileMs = 14_400_000;

/** A try that ends itself after a time, or when the caller's signal does. */
function startTry(timeoutMs: number, isOfFile: boolean, signal?: AbortSignal): Try {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const endsAt = isOfFile ? Date.now() + Math.max(timeoutMs, longestFileMs) : Infinity;
  const start = (moreMs = 0) =>
    setTimeout(() => controller.abort(new TimedOutError(timeoutMs)), Math.min(timeoutMs + moreMs, endsAt - Date.now()));
  let timer: ReturnType<typeof setTimeout> | null = start();
  // What is read or sent afterwards starts no time anew.
  const untime = (): void => {
    clearTimeout(timer ?? undefined);
    timer = null;
  };
  return {
    signal: controller.signal,
    extend(moreMs) {
      if (timer === null) return;
      clearTimeout(timer);
      timer = start(moreMs);
    },
    untime,
    end() {
      untime();
      signal?.removeEventListener('abort', abort);
    },
  };
}

const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** What is thrown for what `fetch` or a body threw. */
export function asOurs(error: unknown, attempt: AbortSignal, caller?: AbortSignal): unknown {
  if (caller?.aborted) return caller.reason;
  if (attempt.aborted && attempt.reason instanceof TimedOutError) return attempt.reason;
  if (error instanceof PinPublishingError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = String((cause as { readonly code?: unknown } | undefined)?.code ?? '');
  return new ConnectionError(`the connection was lost${code && ` (${code})`}`, !neverSent.test(code), { cause: error });
}
