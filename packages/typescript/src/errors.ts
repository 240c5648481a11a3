/** What was asked when it failed. */
export interface FailedRequest {
  readonly verb: string;
  /** Without the query. */
  readonly path: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** The key that all tries had: the same call with it does nothing twice. */
  readonly idempotencyKey: string | null;
}

/** Whatever a call of this SDK throws, but for an abort, which throws the reason of its signal, and for arguments that are none. */
export class PinPublishingError extends Error {
  declare request: FailedRequest;

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'PinPublishingError';
  }
}

/** No answer came, or its end did not: nobody knows whether the request was carried out. */
export class ConnectionError extends PinPublishingError {
  constructor(
    message: string,
    /** False where the service cannot have got the request. */
    readonly maybeDone: boolean,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    this.name = 'ConnectionError';
  }
}

/** No answer came in time. */
export class TimedOutError extends ConnectionError {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`, true);
    this.name = 'TimedOutError';
  }
}

/** The service says that it was done, and the rest of the answer cannot be read. */
export class UnreadableAnswerError extends ConnectionError {
  constructor(readonly status: number) {
    super(`the answer with status ${status} cannot be read`, true);
    this.name = 'UnreadableAnswerError';
  }
}

/** One field that breaks a rule. */
export interface FieldFault {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly [further: string]: unknown;
}

/** The service refused. There is a class for each `code`; one that this SDK does not know is this class itself. */
export class ApiError extends PinPublishingError {
  /** `error.code`; of an answer that is none of the service, `http_` and its status. */
  readonly code: string;
  readonly status: number;
  /** What to do about it. */
  readonly remediation: string | null;
  readonly requestId: string | null;
  readonly docUrl: string | null;
  /** How long to wait, in seconds, where the service says so. */
  readonly retryAfterSeconds: number | null;
  /** Of a `validation_error`: every fault. */
  readonly fields: readonly FieldFault[];
  /** Everything else that the service says about it: `limit`, `required_scope`, `account_id`, `pin_id`, `upgrade_url` … */
  readonly context: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    error: Readonly<Record<string, unknown>>,
    readonly headers: Headers,
  ) {
    const { code, message, remediation, request_id, doc_url, retry_after_seconds, errors, ...context } = error;
    super(text(message) ?? `refused with status ${status}`);
    this.status = status;
    this.code = text(code) ?? `http_${status}`;
    this.name = errorName(code);
    this.remediation = text(remediation);
    this.requestId = text(request_id) ?? headers.get('x-request-id');
    this.docUrl = text(doc_url);
    this.retryAfterSeconds = longer(retry_after_seconds, headers.get('retry-after'));
    this.fields = Array.isArray(errors) ? errors : [];
    this.context = context;
  }

  toJSON(): object {
    const { name, message, code, status, remediation, requestId, docUrl, fields, context, request } = this;
    return { name, message, code, status, remediation, requestId, docUrl, fields, context, request };
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The name of the class of a code. */
export const errorName = (code: unknown): string =>
  typeof code === 'string'
    ? `${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()).replace(/Error$/, '')}Error`
    : 'ApiError';

function longer(seconds: unknown, header: string | null): number | null {
  const until = header && !/^\d+$/.test(header) ? (Date.parse(header) - Date.now()) / 1_000 : Number(header ?? NaN);
  const known = [seconds, until].filter((each): each is number => typeof each === 'number' && each >= 0);
  return known.length === 0 ? null : Math.max(...known);
}
