import type { Clock } from '@pps/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { PlatformError } from '../platform-error';

export interface HttpCall {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The middle of the call on the given clock, to measure the platform's against. */
  readonly midpointMs: number;
}

/**
 * One HTTP exchange, at most `timeoutMs` long, the body bounded by the dispatcher's `maxResponseSize`.
 * Throws PlatformError of kind network, timeout or aborted; its outcome is `not_sent` as long as no byte was handed to a socket.
 */
export async function exchange(dispatcher: Dispatcher, call: HttpCall, clock: Clock): Promise<HttpAnswer> {
  const limit = callLimitOf(call);
  const [startedMs, startedAt] = [clock().getTime(), performance.now()];
  let sent = false;
  const onSend = () => {
    // A call that ended while it waited for a connection is dropped by the pool here, before a byte is written.
    if (!limit.hasExpired()) sent = true;
  };
  try {
    const answering = dispatcher.compose(beforeSend(onSend)).request({
      origin: call.url.origin,
      path: `${call.url.pathname}${call.url.search}`,
      method: call.method,
      headers: call.headers,
      body: call.body ?? null,
      signal: limit.signal,
    });
    const answer = await Promise.race([answering, limit.reached]);
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text, midpointMs: startedMs + (performance.now() - startedAt) / 2 };
  } catch (error) {
    throw failedExchange(call, error, { sent, ended: limit.ended() });
  } finally {
    limit.release();
  }
}

function beforeSend(onSend: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const watched: Dispatcher.DispatchHandler = {
      onRequestStart: (controller, context) => {
        onSend();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart: (...start) => handler.onResponseStart?.(...start),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...failure) => handler.onResponseError?.(...failure),
    };
    return dispatch(options, watched);
  };
}

const tooLong: ReadonlySet<string> = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW']);

const words = {
  timeout: 'no answer in time',
  aborted: 'given up',
  malformed_answer: 'answer too long',
  network: 'connection failed',
} as const;

function failedExchange(call: HttpCall, error: unknown, { sent, ended }: { sent: boolean; ended: Ending | undefined }): PlatformError {
  const cause = causeCode(error);
  const late = cause === 'UND_ERR_CONNECT_TIMEOUT' || cause === 'ETIMEDOUT';
  const stage = sent ? 'after the request was sent' : 'before the request was sent';
  const kind = ended ?? (late ? 'timeout' : tooLong.has(cause) ? 'malformed_answer' : 'network');
  const reason = `${words[kind]} ${stage} (${cause})`;
  return new PlatformError({ kind, outcome: sent ? 'unknown' : 'not_sent', operation: call.operation, reason });
}

/** Only the code: messages of the layers below may quote what was sent. */
function causeCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : 'unknown';
}

export type Ending = 'timeout' | 'aborted';

interface CallLimit {
  readonly signal: AbortSignal;
  /** Rejects when time is up or the caller gives up, also for a call that still waits for a connection. */
  readonly reached: Promise<never>;
  ended(): Ending | undefined;
  /** Whether the call has ended, or should have: a process that was frozen goes on with its work before its timers fire. */
  hasExpired(): boolean;
  release(): void;
}

/** Ends a call after `timeoutMs` or when `signal` aborts, whichever comes first; `release` must be called at the end. */
function callLimitOf({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined }): CallLimit {
  const controller = new AbortController();
  // A machine that was asleep shows on one clock, a clock that was set back on the other.
  const [startedAt, startedMs] = [performance.now(), Date.now()];
  let ending: Ending | undefined;
  const end = (how: Ending) => {
    ending ??= how;
    controller.abort();
  };
  const giveUp = () => end('aborted');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  const reached = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true });
  });
  // Nobody may be waiting when time is up; without this the rejection would end the process.
  reached.catch(() => undefined);
  if (signal?.aborted === true) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  };
  const hasExpired = () => {
    if (Math.max(performance.now() - startedAt, Date.now() - startedMs) >= timeoutMs) end('timeout');
    return ending !== undefined;
  };
  return { signal: controller.signal, reached, ended: () => ending, hasExpired, release };
}
