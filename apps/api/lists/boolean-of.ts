import type { TransformFnParams } from 'class-transformer';

/** What a query parameter says as a boolean; anything but true, false, 1 and 0 is left for the validation to refuse. */
export const booleanOf = ({ value }: TransformFnParams): unknown =>
  value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
