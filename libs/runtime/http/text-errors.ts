import type { FieldError } from '@pps/kernel';

type Loc = FieldError['loc'];

const unacceptable = /\0|\p{Surrogate}/u;
const deepest = 64;
const mostErrors = 20;

/** Field errors for every string (or field name) in a value that holds U+0000 or a lone surrogate, and for nesting beyond 64 levels; at most 20. */
export function textErrors(value: unknown, loc: Loc): FieldError[] {
  const errors: FieldError[] = [];
  visit(value, loc, errors);
  return errors;
}

function visit(value: unknown, loc: Loc, errors: FieldError[]): void {
  if (errors.length >= mostErrors) return;
  if (typeof value === 'string') {
    if (unacceptable.test(value)) errors.push({ loc, msg: 'The text must not contain U+0000 or lone surrogates', type: 'string_unicode' });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (loc.length > deepest) {
    errors.push({ loc: loc.slice(0, 4), msg: `Values must not be nested deeper than ${deepest} levels`, type: 'nested_too_deep' });
    return;
  }
  for (const [name, field] of Object.entries(value)) {
    if (unacceptable.test(name))
      errors.push({ loc, msg: 'Field names must not contain U+0000 or lone surrogates', type: 'string_unicode' });
    else visit(field, [...loc, Array.isArray(value) ? Number(name) : name], errors);
  }
}
