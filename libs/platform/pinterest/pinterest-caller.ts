import { requireJsonBounds, cleanOutsideText, longestShownText, type Clock } from '@pps/kernel';
import { Agent, type Dispatcher } from 'undici';
import { PlatformError } from '../platform-error';
import type { PlatformAnswer, AnswerContext, CallOptions } from '../platform';
import { classify, outcomeOf } from './classify';
import { exchange, type HttpAnswer, type HttpCall } from './exchange';
import { connectTolerantly } from './interim-answers';
import { parseDateHeader, parseRateLimitHeaders, parseRetryAfterHeader } from './rate-limit-headers';
import { UnexpectedShape } from './answer-fields';

export interface PinterestRequest extends Omit<HttpCall, 'timeoutMs' | 'signal'> {
  /** Values that must not show in an error. */
  readonly secrets: readonly string[];
  readonly options?: CallOptions | undefined;
}

export interface PinterestCaller {
  readonly clock: Clock;
  /** Sends, and gives `read` the parsed JSON of a 2xx answer (undefined for an empty body). What `read` throws becomes `malformed_answer`. */
  call<T>(request: PinterestRequest, read: (json: unknown) => T): Promise<PlatformAnswer<T>>;
  /** The same for a JSON call in a user's name. */
  callAs<T>(accessToken: string, call: UserCall, options: CallOptions | undefined, read: (json: unknown) => T): Promise<PlatformAnswer<T>>;
  close(): Promise<void>;
}

interface UserCall {
  readonly operation: string;
  readonly method: HttpCall['method'];
  readonly path: readonly string[];
  readonly query?: Record<string, string | undefined>;
  readonly json?: unknown;
}

interface CallerSettings {
  readonly apiUrl: string;
  readonly requestTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxConnections: number;
  readonly dispatcher?: Dispatcher | undefined;
  /** Blanked in every error, beside those of the call. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
}

const maxAnswerBytes = 4 * 1024 * 1024;
const mostAnswerFields = 100_000;

/** Calls over a keep-alive pool, or over the given dispatcher. */
export function createPinterestCaller(settings: CallerSettings): PinterestCaller {
  const dispatcher = settings.dispatcher ?? createPool(settings);
  const call: PinterestCaller['call'] = async (request, read) => {
    const { secrets, options, ...rest } = request;
    const timeoutMs = options?.timeoutMs ?? settings.requestTimeoutMs;
    const answer = await exchange(dispatcher, { ...rest, timeoutMs, signal: options?.signal }, settings.clock);
    return readAnswer(request, answer, [...settings.secrets, ...secrets], read);
  };
  return {
    clock: settings.clock,
    call,
    callAs: (accessToken, asked, options, read) => call({ ...asUser(settings.apiUrl, accessToken, asked), options }, read),
    close: () => dispatcher.destroy(),
  };
}

/** One call at a time per connection. Idle connections are kept for 4 s only, so that a write rarely meets one just closed. */
const createPool = ({ connectTimeoutMs, maxConnections }: CallerSettings): Agent =>
  new Agent({
    connect: connectTolerantly(connectTimeoutMs),
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    maxResponseSize: maxAnswerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

function readAnswer<T>(
  { operation }: PinterestRequest,
  answer: HttpAnswer,
  secrets: readonly string[],
  read: (json: unknown) => T,
): PlatformAnswer<T> {
  const context = contextOf(answer);
  const { status } = answer;
  if (status < 200 || status > 299) throw refusal(operation, answer, secrets, context);
  try {
    return { value: read(answer.text === '' ? undefined : parseAnswer(answer.text)), ...context };
  } catch (error) {
    const reason = error instanceof UnexpectedShape ? error.message : 'the answer is no JSON';
    throw new PlatformError({ kind: 'malformed_answer', outcome: 'unknown', operation, status, reason, ...context });
  }
}

function contextOf({ headers, midpointMs }: HttpAnswer): AnswerContext {
  const platformTime = parseDateHeader(headers, new Date(midpointMs));
  return {
    platformTime,
    // The header cuts off the second, on average half of one.
    clockSkewMs: platformTime === null ? null : Math.round(platformTime.getTime() + 500 - midpointMs),
    rateLimit: parseRateLimitHeaders(headers),
  };
}

function refusal(operation: string, answer: HttpAnswer, secrets: readonly string[], context: AnswerContext): PlatformError {
  const { code, message } = errorBody(answer.text);
  const { status } = answer;
  const kind = classify(operation, { status, code, message });
  const reset = kind === 'rate_limited' || kind === 'blocked' ? (context.rateLimit?.resetSeconds ?? undefined) : undefined;
  return new PlatformError({
    ...context,
    kind,
    outcome: outcomeOf(kind, status),
    operation,
    status,
    code,
    reason: withoutSecrets(message, secrets),
    retryAfterSeconds: parseRetryAfterHeader(answer.headers, context.platformTime ?? new Date(answer.midpointMs)) ?? reset,
  });
}

/** Throws for what is no JSON, or takes long to parse: nested deeper than 64 levels, or with more than 100,000 fields and items. */
function parseAnswer(text: string): unknown {
  requireJsonBounds(Buffer.from(text), mostAnswerFields);
  return JSON.parse(text);
}

function codeOf(code: unknown): number | undefined {
  const number = typeof code === 'string' && /^\d{1,9}$/.test(code) ? Number(code) : code;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

function errorBody(text: string): { code: number | undefined; message: string } {
  try {
    const body = parseAnswer(text);
    if (typeof body === 'object' && body !== null) {
      const { code, message } = body as { code?: unknown; message?: unknown };
      return { code: codeOf(code), message: typeof message === 'string' ? message : '' };
    }
  } catch {
    return { code: undefined, message: 'the answer is no JSON' };
  }
  return { code: undefined, message: '' };
}

/** The address of a call; path parts are escaped, absent query values left out. */
export function endpoint(apiUrl: string, path: readonly string[], query: Record<string, string | undefined> = {}): URL {
  const url = new URL(`${apiUrl.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

function asUser(apiUrl: string, accessToken: string, { operation, method, path, query, json }: UserCall): PinterestRequest {
  return {
    operation,
    method,
    url: endpoint(apiUrl, path, query),
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: json === undefined ? undefined : JSON.stringify(json),
    secrets: [accessToken],
  };
}

const tokenShape = /\bpin[arc]_[A-Za-z0-9_.~+/=-]+/g;

/** Blanks known secrets and whatever looks like the platform's tokens, and cleans the text and cuts it to 300 characters. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const blanked = secrets.filter((secret) => secret.length >= 4).reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  return cleanOutsideText(blanked.replace(tokenShape, '[secret]'), longestShownText);
}
