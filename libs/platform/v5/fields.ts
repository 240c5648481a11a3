import { UnexpectedShape } from './unexpected-shape';

export type Fields = Readonly<Record<string, unknown>>;

export function object(json: unknown, what = 'the answer'): Fields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new UnexpectedShape(`${what} is no object`);
  return json as Fields;
}

export function list(json: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new UnexpectedShape(`${what} is no list`);
  return json;
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new UnexpectedShape(`${name} is missing`);
  return value;
}

export function optionalTextIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}

/** Digits as text, for ids do not fit a number. */
export function digits(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (!/^\d{1,40}$/.test(value)) throw new UnexpectedShape(`${name} is no id`);
  return value;
}

export function optionalDigitsIn(fields: Fields, name: string): string | null {
  return fields[name] === null || fields[name] === undefined ? null : digits(fields, name);
}

export function optionalNumberIn(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A date without a zone is UTC. */
export function date(fields: Fields, name: string): Date {
  const value = text(fields, name);
  const at = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value : `${value}Z`);
  if (Number.isNaN(at.getTime())) throw new UnexpectedShape(`${name} is no date`);
  return at;
}

/** Scopes come separated by spaces or commas. */
export function scopes(value: string | null): readonly string[] {
  return [...new Set((value ?? '').split(/[\s,]+/).filter((scope) => scope !== ''))];
}
