// Unavailable, in a state of its connection, out of resources, shutting down, or at fault itself; a log-in that is refused; time-out, deadlock or
// serialization failure; prepared statements that a pooler has lost (26000) or has given to others (42P05).
const transientStates = /^(08|53|57P|58|28|3D|25006|25P01|25P03|25P04|26000|42P05|57014|40P01|40001)/;
// What a statement says of itself, of its rows or of its rivals: the connection is sound. All else may be the connection's own.
const statementStates = /^(2|34|38|39|3F|40|42|44|54|55|57014|P0)/;
const connectionStates = /^(25006|25P01|25P03|25P04|26000|28|42P05)/;
// The driver and the pool throw these without a code: their words are all there is to tell them by.
const transientWords =
  /Connection terminated|Connection ended|acquiring a connection|timeout expired|Query read timeout|client has encountered a connection error|Client was closed/i;
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const readOnly = '25006';

interface Reported {
  readonly code?: string;
  readonly message?: string;
  readonly routine?: string;
}

const reported = (error: unknown): Reported => (error ?? {}) as Reported;

/** A connection that can only be read from, as to a standby: nothing that this service does can be done on it. */
export class ReadOnlyConnection extends Error {
  override readonly name = 'ReadOnlyConnection';
  readonly code = readOnly;
}

/**
 * True when the database could not be reached, was shutting down, refused writes or gave up for a reason that passes, or when the connection was at
 * fault: worth a retry, caused by no statement of ours.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = reported(error);
  return transientStates.test(code) || socketErrors.has(code) || isPlanOutdated(error) || transientWords.test(message);
}

/** A statement that was prepared before a table was changed, on this connection or on another one by way of a pooler. */
const isPlanOutdated = (error: unknown): boolean => {
  const { code, message = '', routine } = reported(error);
  return code === '0A000' && (routine === 'RevalidateCachedQuery' || message.includes('cached plan'));
};

/**
 * True when the database, or a pooler before it, has refused who asks, or how: for a password, role or database that it does not know, or a set-up that
 * does not fit. That passes when somebody mends it, not while a start waits.
 */
export function isDatabaseRefusal(error: unknown): boolean {
  const { code = '', message = '' } = reported(error);
  return /^(28|3D)/.test(code) || (code === '08P01' && refusingWords.test(message));
}

// A pooler gives its own refusals, and an outage of the server behind it, the same code.
const refusingWords = /unsupported startup parameter|no such (database|user)|auth|password|not allowed|statement pooling/i;

/** True when the connection that gave this error must not be used again: whatever has not certainly to do with the statement alone. */
export const isConnectionSuspect = (error: unknown): boolean => {
  const { code = '' } = reported(error);
  return connectionStates.test(code) || !statementStates.test(code);
};

/** True when the client gave up on a statement, which may still run. */
export const isUnanswered = (error: unknown): boolean => reported(error).message === 'Query read timeout';

/** True when a pooler has taken a named statement to another connection of the database, so that names are of no use. */
export const arePreparedStatementsLost = (error: unknown): boolean => ['26000', '42P05'].includes(reported(error).code ?? '');

/** What hinders the database, in one word of a few that say nothing of the inside. */
export type DatabaseProblem =
  | 'read_only'
  | 'no_standby'
  | 'disk_full'
  | 'too_many_connections'
  | 'out_of_resources'
  | 'refused'
  | 'starting_or_stopping'
  | 'no_answer'
  | 'unreachable'
  | 'failed';

const problems: readonly (readonly [RegExp, DatabaseProblem])[] = [
  [/^25006/, 'read_only'],
  // That its outcome is not known is only said of a commit whose wait for a standby was ended.
  [/^(no_standby|08007)$/, 'no_standby'],
  [/^53100/, 'disk_full'],
  [/^53300/, 'too_many_connections'],
  [/^53/, 'out_of_resources'],
  [/^(28|3D)/, 'refused'],
  [/^57P/, 'starting_or_stopping'],
  [/^(08|E[A-Z])/, 'unreachable'],
];

/** The word for an error of the database. */
export function databaseProblemOf(error: unknown): DatabaseProblem {
  const { code = '', message = '' } = reported(error);
  const known = problems.find(([codes]) => codes.test(code));
  if (known) return known[1];
  if (/timeout|acquiring a connection/i.test(message)) return 'no_answer';
  return /Connection|Client was closed/.test(message) ? 'unreachable' : 'failed';
}

/** Code and words of an error, without the statement and without values: a text in quotes may be of a row. */
export function describeDatabaseError(error: unknown): string {
  const { code, message } = reported(error);
  // Several addresses of one name: each has its own.
  if (!message && error instanceof AggregateError && error.errors.length > 0) return describeDatabaseError(error.errors[0]);
  const words = (isObject(error) ? plainWords.get(error) : undefined) ?? message ?? String(error);
  const shown = code?.startsWith('22') || code?.startsWith('P0') ? words.replaceAll(/"[^"]*"|'[^']*'/g, '"…"') : words;
  return `${code ? `${code}: ` : ''}${shown}`.replaceAll(/\s+/g, ' ').slice(0, mostCharacters);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const mostCharacters = 500;
const plainWords = new WeakMap<object, string>();

/** To be called before the query builder puts the statement in front of the database's own words. */
export function notePlainWords(error: unknown): void {
  if (error instanceof Error) plainWords.set(error, error.message);
}
