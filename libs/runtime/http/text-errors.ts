import { isUnstorable, type FieldError } from '@pps/kernel';
import { walk } from './walk';

type Loc = FieldError['loc'];

const mostErrors = 20;

/** Field errors for every string (or field name) in a value that holds U+0000 or a lone surrogate; at most 20. */
export function textErrors(value: unknown, loc: Loc): FieldError[] {
  const errors: FieldError[] = [];
  if (typeof value === 'string' && isUnstorable(value)) errors.push(badText(loc));
  walk(value, (field, name, way) => {
    if (typeof name === 'string' && isUnstorable(name)) errors.push(badName([...loc, ...way.slice(0, -1)]));
    else if (typeof field === 'string' && isUnstorable(field)) errors.push(badText([...loc, ...way]));
    return errors.length < mostErrors;
  });
  return errors;
}

function badText(loc: Loc): FieldError {
  return { loc, msg: 'The text must not contain U+0000 or lone surrogates', type: 'string_unicode' };
}

function badName(loc: Loc): FieldError {
  return { loc, msg: 'Field names must not contain U+0000 or lone surrogates', type: 'string_unicode' };
}
