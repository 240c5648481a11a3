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
