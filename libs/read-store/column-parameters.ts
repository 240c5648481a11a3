import { jsonb } from './jsonb';

/** How the values of one column of many rows travel: one parameter of a statement, and what a `select` makes of it. */
export interface ColumnParameter {
  /** With the parameter in it, an expression that yields the values one after the other. */
  readonly sql: string;
  /** The parameter of these values. */
  readonly text: (values: readonly unknown[]) => string;
}

/**
 * How the values of a column with this SQL type (constraints may follow it) are sent. Numbers that are none, null and what is missing become NULL; a value that is no
 * value of the type fails in the statement.
 */
export function columnParameter(type: string): ColumnParameter {
  const [name] = /^(?:double precision|\w+(?:\([\d, ]+\))?)(?:\[\])?/.exec(type) ?? [];
  if (name === undefined) throw new Error(`no SQL type: ${type}`);
  // The JSON that is written here holds no line break: nothing has to be escaped.
  if (name === 'jsonb') return { sql: `string_to_table(?, E'\\n', '')::jsonb`, text: (values) => values.map(json).join('\n') };
  // An array of arrays would be taken apart down to its last elements.
  if (name.endsWith('[]')) return { sql: `unnest(?::text[])::${name}`, text: (values) => arrayOf(values, list) };
  return { sql: `unnest(?::${name}[])`, text: (values) => arrayOf(values, scalar) };
}

const json = (value: unknown): string => (isNull(value) ? '' : jsonb(value));

const isNull = (value: unknown): value is null | undefined =>
  value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value));

/** Values as the text of an array of PostgreSQL. */
function arrayOf(values: readonly unknown[], write: (value: unknown) => string): string {
  let text = '{';
  for (const value of values) text += text.length === 1 ? write(value) : `,${write(value)}`;
  return `${text}}`;
}

function scalar(value: unknown): string {
  if (isNull(value)) return 'NULL';
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'NULL' : quote(value.toISOString());
  return quote(jsonb(value));
}

const list = (value: unknown): string => (Array.isArray(value) ? quote(arrayOf(value, scalar)) : scalar(value));

const quote = (text: string): string => (text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`);
