import type { FieldError } from '@pps/kernel';

/** The fault of a body that gives none of these fields, or more than one; empty where it gives exactly one. */
export function onlyOne(fields: Readonly<Record<string, unknown>>, at: FieldError['loc']): FieldError[] {
  const given = Object.keys(fields).filter((name) => (fields[name] ?? null) !== null);
  if (given.length === 1) return [];
  return [{ loc: [...at, given[0] ?? 'code'], msg: `exactly one of ${Object.keys(fields).join(', ')} is needed`, type: 'one_of' }];
}
