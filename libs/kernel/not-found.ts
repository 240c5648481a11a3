/** Absent and foreign are the same answer: 404 `not_found`. */
export class NotFound extends Error {
  override readonly name = 'NotFound';

  constructor(readonly what: string) {
    super(`${what} not found`);
  }
}
