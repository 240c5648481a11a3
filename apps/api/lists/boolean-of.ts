import type { TransformFnParams } from 'class-transformer';

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ...(['true', '1'] as const).map((text) => [text, true] as const),
  ...(['false', '0'] as const).map((text) => [text, false] as const),
]);

/** What a query parameter says as a boolean, in any case of letters; anything but true, false, 1 and 0 is left for the validation to refuse. */
export const booleanOf = ({ value }: TransformFnParams): unknown =>
  booleans.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;
