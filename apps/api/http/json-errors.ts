import { isUnstorable, type FieldError } from '@pps/kernel';

type Loc = FieldError['loc'];
type Step = string | number;

/** Called with each field of a JSON value and the way to it, which is only good until the call returns; `false` ends the walk. */
type Visit = (field: unknown, name: Step, way: readonly Step[]) => boolean;

const mostErrors = 20;
const mostFieldsOfOne = 200;
const fieldsPerByte = 10_000 / (1024 * 1024);

/** Fields and items of a body where its route does not say otherwise: 10 000 per MiB of what it takes. */
export const mostFieldsOf = (bodyLimit: number): number => Math.floor(bodyLimit * fieldsPerByte);

/** A field error for a JSON body that has an object of more than 200 fields: checking such a body would hold up every other request. */
export function jsonSizeErrors(body: unknown): FieldError[] {
  let error = isTooWide(body) ? tooWide(['body']) : undefined;
  if (error) return [error];
  walk(body, (field, _name, way) => {
    if (isTooWide(field)) error = tooWide(['body', ...way]);
    return error === undefined;
  });
  return error ? [error] : [];
}

function isTooWide(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > mostFieldsOfOne;
}

const nameIn = (loc: Loc): string => String(loc.at(-1));

function tooWide(loc: Loc): FieldError {
  return { loc, msg: `${nameIn(loc)} must not have more than ${mostFieldsOfOne} fields`, type: 'too_many_fields' };
}

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
  return { loc, msg: `${nameIn(loc)} must not contain U+0000 or lone surrogates`, type: 'string_unicode' };
}

function badName(loc: Loc): FieldError {
  return { loc, msg: `${nameIn(loc)} must not have field names with U+0000 or lone surrogates`, type: 'string_unicode' };
}

/** Field errors for fields named like what every object has, which class-transformer silently drops or stumbles over; at most 20. */
export function reservedFieldErrors(value: object, loc: Loc): FieldError[] {
  const errors: FieldError[] = [];
  walk(value, (_, name, way) => {
    if (isReserved(name)) errors.push({ loc: [...loc, ...way], msg: `${name} is not a known field`, type: 'unknown_field' });
    return errors.length < mostErrors;
  });
  return errors;
}

export function isReserved(name: Step): boolean {
  return typeof name === 'string' && name in Object.prototype;
}

/** Visits every field of a JSON value, parents first. A body of 1 MiB holds half a million of them, so nothing is made for one. */
function walk(value: unknown, visit: Visit): void {
  walkInside(value, [], visit);
}

function walkInside(value: unknown, way: Step[], visit: Visit): boolean {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!step(value[index], index, way, visit)) return false;
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) if (!step((value as Record<string, unknown>)[name], name, way, visit)) return false;
  }
  return true;
}

function step(field: unknown, name: Step, way: Step[], visit: Visit): boolean {
  way.push(name);
  const goesOn = visit(field, name, way) && (typeof field !== 'object' || walkInside(field, way, visit));
  way.pop();
  return goesOn;
}
