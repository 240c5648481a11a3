import { isUnstorable, replaceUnstorable } from '@pps/kernel';
import type { ClientBase } from 'pg';
import { jsonb } from './jsonb';

interface Statement {
  readonly values?: readonly unknown[];
}

/**
 * Makes a connection replace, in the parameters of every statement, what PostgreSQL refuses in texts: so no fact can stop a projection for its
 * text. An object becomes `jsonb`.
 */
export function useStorableParameters(connection: ClientBase): void {
  const send = connection.query.bind(connection) as (...query: unknown[]) => unknown;
  const query = (statement: unknown, ...rest: unknown[]): unknown => send(hasValues(statement) ? storable(statement) : statement, ...rest);
  connection.query = query as ClientBase['query'];
}

// A statement that is an instance of something (a cursor, a stream) keeps its parameters elsewhere.
const hasValues = (statement: unknown): statement is Statement =>
  typeof statement === 'object' && statement !== null && Object.getPrototypeOf(statement) === Object.prototype && 'values' in statement;

const storable = (statement: Statement): Statement => ({
  ...statement,
  ...(statement.values && { values: statement.values.map(parameter) }),
});

function parameter(value: unknown): unknown {
  if (typeof value === 'string') return isUnstorable(value) ? replaceUnstorable(value) : value;
  if (Array.isArray(value)) return value.map(parameter);
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? jsonb(value) : value;
}

// ISO 8601 gives years outside of 0 to 9999 a sign and six digits, which PostgreSQL does not read.
const outside = new Map([
  ['+', '9999-12-31T23:59:59.999Z'],
  ['-', '0001-01-01T00:00:00.000Z'],
]);

/** A moment of a fact as PostgreSQL takes it: one outside of the years 0 to 9999 is the last or the first of them. */
export const storableMoment = (moment: string): string => outside.get(moment.charAt(0)) ?? moment;
