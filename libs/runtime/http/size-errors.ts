import type { FieldError } from '@pps/kernel';
import { walk } from './walk';

const deepest = 64;
const mostFieldsOfOne = 200;
const fieldsPerByte = 10_000 / (1024 * 1024);

/**
 * A field error for a JSON body that is nested deeper than 64 levels, has an object of more than 200 fields, or holds more than
 * 10 000 fields and items per MiB of what its route takes: checking such a body would hold up every other request.
 */
export function sizeErrors(body: unknown, bodyLimit: number): FieldError[] {
  const most = Math.floor(bodyLimit * fieldsPerByte);
  let fields = 0;
  let error = isTooWide(body) ? tooWide(['body']) : undefined;
  if (error) return [error];
  walk(body, (field, _name, way) => {
    fields += 1;
    if (way.length > deepest)
      error = {
        loc: ['body', ...way.slice(0, 4)],
        msg: `Values must not be nested deeper than ${deepest} levels`,
        type: 'nested_too_deep',
      };
    else if (isTooWide(field)) error = tooWide(['body', ...way]);
    else if (fields > most)
      error = { loc: ['body'], msg: `A body must not hold more than ${most} fields and items`, type: 'too_many_fields' };
    return error === undefined;
  });
  return error ? [error] : [];
}

function isTooWide(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > mostFieldsOfOne;
}

function tooWide(loc: FieldError['loc']): FieldError {
  return { loc, msg: `An object must not have more than ${mostFieldsOfOne} fields`, type: 'too_many_fields' };
}
