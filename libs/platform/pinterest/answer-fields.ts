import { cleanOutsideText } from '@pps/kernel';

/** A 2xx answer that does not hold what it must. Names the field, never its value. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape';
}

export type AnswerFields = Readonly<Record<string, unknown>>;

/** Longer than any text that the platform documents. */
const longestText = 4_096;
const mostCounted = 1_000_000_000;
const farthestDate = { first: Date.UTC(1970, 0), last: Date.UTC(9999, 11, 31) };

export function object(json: unknown, what = 'the answer'): AnswerFields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new UnexpectedShape(`${what} is no object`);
  return json as AnswerFields;
}

export function list(json: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new UnexpectedShape(`${what} is no list`);
  return json;
}

/** A text to keep or to show: cleaned, and cut where it is longer than any that the platform documents. */
export const text = (fields: AnswerFields, name: string): string => cleanOutsideText(exactText(fields, name), longestText);

export function optionalTextIn(fields: AnswerFields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? cleanOutsideText(value, longestText) : null;
}

/** A text that is only shown: a number or a boolean is shown as it is written, all else as absent. */
export function shownTextIn(fields: AnswerFields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : optionalTextIn(fields, name);
}

/** A text that only the platform understands and gets back as it was, such as a token. */
export function exactText(fields: AnswerFields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new UnexpectedShape(`${name} is missing`);
  return value;
}

export function optionalExactTextIn(fields: AnswerFields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}

/** Digits as text, for ids do not fit a number. */
export function digits(fields: AnswerFields, name: string): string {
  const value = text(fields, name);
  if (!isDigits(value)) throw new UnexpectedShape(`${name} is no id`);
  return value;
}

export function optionalDigitsIn(fields: AnswerFields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && isDigits(value) ? value : null;
}

const isDigits = (value: string): boolean => /^\d{1,40}$/.test(value);

export function optionalNumberIn(fields: AnswerFields, name: string): number | null {
  const given = fields[name];
  const value = typeof given === 'string' && /^\d{1,15}(\.\d{1,9})?$/.test(given.trim()) ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A whole number from 0 to 10^9; null where there is none, or one that cannot be. */
export function optionalCountIn(fields: AnswerFields, name: string): number | null {
  const value = optionalNumberIn(fields, name);
  return value !== null && Number.isInteger(value) && value >= 0 && value <= mostCounted ? value : null;
}

/** A date without a zone is UTC; one outside of the years 1970 to 9999 is the first or the last moment of them. Null for what is no date. */
export function optionalDateIn(fields: AnswerFields, name: string): Date | null {
  const value = fields[name];
  if (typeof value !== 'string') return null;
  const at = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value : `${value}Z`);
  if (Number.isNaN(at.getTime())) return null;
  return new Date(Math.min(Math.max(at.getTime(), farthestDate.first), farthestDate.last));
}

/** Scopes come separated by spaces or commas. */
export function scopes(value: string | null): readonly string[] {
  return [...new Set((value ?? '').split(/[\s,]+/).filter((scope) => scope !== ''))];
}
