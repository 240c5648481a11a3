import knex, { type Knex } from 'knex';

export type Database = Knex;
export type Transaction = Knex.Transaction;

const statementTimeoutMs = 30_000;
const acquireTimeoutMs = 5_000;
/** A frozen server does not watch its own time-out: how long after it the client gives up. */
export const graceMs = 5_000;

/**
 * A pool of at most `poolSize` connections; a statement may take 30 s, waiting for a free connection 5 s. A server that says nothing is given
 * up after `answerTimeoutMs`, which a statement that raises its own time-out must leave room for.
 */
export function openDatabase(url: string, poolSize = 10, answerTimeoutMs = statementTimeoutMs + graceMs): Database {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      statement_timeout: statementTimeoutMs,
      query_timeout: answerTimeoutMs,
      connectionTimeoutMillis: acquireTimeoutMs,
      // What is guessed to be long and is not would be compiled for longer than it takes.
      options: '-c jit=off',
    },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: acquireTimeoutMs,
    // What it would warn of is thrown as well, and this goes past the logger.
    log: { warn: () => undefined },
  });
}

// Away or shutting down, out of resources, read-only; given up for time, a deadlock or a rival; trouble with its disk.
const passingStates = /^(08|53|57P|25006|57014|40P01|40001|58030)/;
const passingWords =
  /Connection terminated|Connection ended|acquiring a connection|timeout expired|Query read timeout|client has encountered a connection error/i;
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

/** True when the database could not be reached, was shutting down or gave up for a reason that passes: worth trying again, nobody's fault. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return passingStates.test(code) || socketErrors.has(code) || passingWords.test(message);
}

/** Injection token of the process's one `Database`. */
export const DATABASE = Symbol('Database');
