import knex, { type Knex } from 'knex';

export type Database = Knex;
export type Transaction = Knex.Transaction;

const statementTimeoutMs = 30_000;
const acquireTimeoutMs = 5_000;

/** A pool of at most `poolSize` connections; a statement may take 30 s, waiting for a free connection 5 s. */
export function openDatabase(url: string, poolSize = 10): Database {
  return knex({
    client: 'pg',
    connection: { connectionString: url, statement_timeout: statementTimeoutMs, connectionTimeoutMillis: acquireTimeoutMs },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: acquireTimeoutMs,
    // What it would warn of is thrown as well, and this goes past the logger.
    log: { warn: () => undefined },
  });
}

const connectionStates = /^(08|53|57P|25006)/;
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

/** True when the database could not be reached or was shutting down: worth trying again, nobody's fault. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return (
    connectionStates.test(code) ||
    socketErrors.has(code) ||
    /Connection terminated|Connection ended|acquiring a connection|timeout expired|client has encountered a connection error/i.test(message)
  );
}

/** Injection token of the process's one `Database`. */
export const DATABASE = Symbol('Database');
