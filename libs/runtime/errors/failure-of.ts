import { type FieldError, Invalid, NotFound, Rejected } from '@pps/kernel';
import { Overloaded } from '@pps/concurrency';
import { errorCatalogue, errorCatalogueEntry, type ErrorCode } from './error-catalogue';
import { isDatabaseUnavailable, isReadModelOlder } from '@pps/read-store';

/** What every error answer is made of, whatever its representation. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly remediation: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly errors?: readonly FieldError[];
}

const secondsUntilNextTry = 5;
const mostFieldErrors = 100;

const codeOfStatus: Readonly<Partial<Record<number, ErrorCode>>> = {
  401: 'missing_credentials',
  403: 'insufficient_scope',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  414: 'not_found',
  415: 'unsupported_media_type',
  422: 'validation_error',
  429: 'rate_limited',
  503: 'service_unavailable',
};

/** The answer to any thrown value, whose `status` a host may know better. Only an expected error shows its own message; any other is `internal_error`. */
export function failureOf(thrown: unknown, status = statusOf(thrown)): Failure {
  if (thrown instanceof Invalid) return failure('validation_error', { errors: thrown.errors.slice(0, mostFieldErrors) });
  if (thrown instanceof NotFound) return failure('not_found', { message: thrown.message, ...adviceOf(thrown) });
  if (thrown instanceof Rejected) return failureOfRejection(thrown);
  if (thrown instanceof Overloaded) {
    return failure(thrown.by === 'caller' ? 'rate_limited' : 'service_unavailable', {
      message: thrown.by === 'caller' ? 'Too many requests at once' : 'Too much to do at the moment',
      context: { retry_after_seconds: secondsUntilNextTry },
    });
  }
  if (status !== undefined && status >= 400 && status < 500) return failureOfStatus(status);
  if (status === 503 || isOutage(thrown)) {
    return failure('service_unavailable', { context: { retry_after_seconds: secondsUntilNextTry, ...readModelOf(thrown) } });
  }
  return failure('internal_error', {});
}

function failureOfRejection({ code, message, context, answer }: Rejected): Failure {
  const entry = errorCatalogueEntry(code) ?? { ...errorCatalogue.conflict, message };
  const known = {
    status: answer.status ?? entry.status,
    code,
    title: entry.message,
    message: message || entry.message,
    remediation: answer.remediation ?? entry.remediation,
  };
  if (known.status !== 429 && known.status !== 503) return { ...known, context };
  const wait = context['retry_after_seconds'];
  const seconds = typeof wait === 'number' && Number.isFinite(wait) ? Math.max(1, Math.ceil(wait)) : secondsUntilNextTry;
  return { ...known, context: { ...context, retry_after_seconds: seconds } };
}

function failureOfStatus(status: number): Failure {
  const code = codeOfStatus[status] ?? 'bad_request';
  const known = failure(code, code === 'validation_error' ? { errors: [] } : {});
  return { ...known, status: status === 414 ? 404 : status };
}

function failure(code: ErrorCode, own: Partial<Pick<Failure, 'message' | 'remediation' | 'context' | 'errors'>>): Failure {
  const { status, message, remediation } = errorCatalogue[code];
  return { status, code, title: message, message, remediation, context: {}, ...own };
}

const adviceOf = ({ remediation }: NotFound): Partial<Pick<Failure, 'remediation'>> => (remediation === undefined ? {} : { remediation });

/** Names the read model that is behind, if that is the reason. */
const readModelOf = (thrown: unknown): object =>
  thrown instanceof Error && 'projection' in thrown && typeof thrown.projection === 'string' ? { projection: thrown.projection } : {};

// Fastify's own errors carry `statusCode` and an FST_ code; a stranger's `statusCode` (an HTTP client's) says nothing about our answer.
function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('statusCode' in thrown) || typeof thrown.statusCode !== 'number') return undefined;
  return 'code' in thrown && typeof thrown.code === 'string' && thrown.code.startsWith('FST_') ? thrown.statusCode : undefined;
}

const namedOutages = new Set(['KnexTimeoutError', 'StoreUnavailable', 'NotFresh', 'WrongRevision']);

/** Whether an error means that something this service depends on is unavailable, or still of an older release. */
function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof AggregateError) return thrown.errors.length > 0 && thrown.errors.every(isOutage);
  return namedOutages.has(thrown.name) || isDatabaseUnavailable(thrown) || isReadModelOlder(thrown);
}
