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
