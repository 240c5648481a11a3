export interface FieldError {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** Input that is refused at the edge; answered with 422 `validation_error` and these field errors. */
export class Invalid extends Error {
  override readonly name = 'Invalid';

  constructor(readonly errors: readonly FieldError[]) {
    super(errors.map((error) => `${error.loc.join('.')}: ${error.msg}`).join('; '));
  }
}
