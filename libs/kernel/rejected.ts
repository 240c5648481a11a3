import type { InternalRejectionCode, RejectionCode } from './rejection-codes';

export type RejectionContext = Readonly<Record<string, unknown>>;

/** What is answered otherwise than the catalogue of errors says of the code: where one code is used in several places. */
export interface RejectionAnswer {
  readonly status?: number;
  /** What to do about it here. */
  readonly remediation?: string;
}

/** A rule says no: `code` is stable and safe to branch on, `context` travels in the error body. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(
    readonly code: RejectionCode | InternalRejectionCode,
    message: string,
    readonly context: RejectionContext = {},
    readonly answer: RejectionAnswer = {},
  ) {
    super(message);
  }
}

export interface FieldError {
  readonly loc: readonly (string | number)[];
  /** Begins with the field's name: `title must have 1 to 100 characters`. */
  readonly msg: string;
  readonly type: string;
  /** What was there instead, as far as it may be shown. */
  readonly given?: string;
}

/** What is wrong with a field, without its name at the beginning, for where the name stands already. */
export function faultOfField({ loc, msg }: FieldError): string {
  const name = String(loc.at(-1));
  const fits = [`${name}: `, `${name} `].find((beginning) => msg.startsWith(beginning)) ?? '';
  return msg.slice(fits.length);
}

/** Input that is refused at the edge; answered with 422 `validation_error` and these field errors. */
export class Invalid extends Error {
  override readonly name = 'Invalid';

  constructor(readonly errors: readonly FieldError[]) {
    super(errors.map((error) => `${error.loc.join('.')}: ${error.msg}`).join('; '));
  }
}

/** Absent and foreign are the same answer: 404 `not_found`. `remediation` says what to do where that is not to look at an id. */
export class NotFound extends Error {
  override readonly name = 'NotFound';

  constructor(
    readonly what: string,
    readonly remediation?: string,
  ) {
    super(`${what} not found`);
  }
}

/**
 * The one rule for an idempotency key that was used before: what the first request has made, where this one is the same. Throws
 * `Rejected('idempotency_key_reused')` where the key stands for another request, or for what was deleted since (`made` is null then); `named` is
 * what the refusal may tell of it.
 */
export function sameRequest<Made extends { readonly contentHash: string }>(
  contentHash: string,
  made: Made | null,
  kind: 'pin' | 'schedule',
  named: RejectionContext,
): Made {
  if (made?.contentHash === contentHash) return made;
  throw new Rejected('idempotency_key_reused', `The idempotency key was used for another ${kind}.`, named);
}
