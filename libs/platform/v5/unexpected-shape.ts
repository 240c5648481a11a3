/** A 2xx answer that does not hold what it must. Names the field, never its value. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape';
}
