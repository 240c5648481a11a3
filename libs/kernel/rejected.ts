import type { InternalRejectionCode, RejectionCode } from './rejection-codes';

export type RejectionContext = Readonly<Record<string, unknown>>;

/** A rule says no: `code` is stable and safe to branch on, `context` travels in the error body; `status` overrides the catalogue's. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(
    readonly code: RejectionCode | InternalRejectionCode,
    message: string,
    readonly context: RejectionContext = {},
    readonly status?: number,
  ) {
    super(message);
  }
}
