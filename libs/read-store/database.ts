import knex, { type Knex } from 'knex';
import type { ClientBase } from 'pg';
import { closeConnection, closeWhenReplaced, requireWritable, watchConnection, type StatementNames } from './watch-connection';
import { useStorableParameters } from './storable-parameters';
import { Timelines } from './timelines';
import { addressesOf, writableAddressFinder } from './writable-address';

export type Database = Knex;
export type Transaction = Knex.Transaction;

const statementTimeoutMs = 30_000;
const keepAliveMs = 5_000;
/** A frozen server does not watch its own time-out: how long after it the client gives up. */
export const graceMs = 5_000;

export interface DatabaseOptions {
  /** Longest wait for a free connection, and for a new one to be made; 30 s by default. */
  readonly connectionMs?: number;
  /** When a server that does not answer is given up, 35 s by default; a statement that raises its own time-out must leave room for it. */
  readonly answerMs?: number;
  /** False through a pooler that does not know prepared statements; else that is noticed by the first one that it loses. */
  readonly namesStatements?: boolean;
  /** Shared by all connections of a process to one database; of this pool alone by default. */
  readonly timelines?: Timelines;
}

/**
 * A query that is wrongly estimated as long would be compiled for longer than it takes to run. Times come as the driver reads them, and a day has 24
 * hours.
 */
const sessionOptions = '-c jit=off -c timezone=UTC -c datestyle=ISO';

/** Options in the address would stand in place of ours. */
const withSessionOptions = (url: string): string =>
  url.replace(/[?&]options=[^&#]*/, (given) => `${given}%20${encodeURIComponent(sessionOptions)}`);

/** A pool of at most `poolSize` connections, all of which can be written to, of several addresses to the one that takes writes; a statement may take 30 s. What PostgreSQL refuses in texts is replaced in every parameter. */
export function openDatabase(
  url: string,
  poolSize = 10,
  {
    connectionMs = statementTimeoutMs,
    answerMs = statementTimeoutMs + graceMs,
    namesStatements = true,
    timelines = new Timelines(),
  }: DatabaseOptions = {},
): Database {
  const names: StatementNames = { areUsed: namesStatements };
  const settingsFor = (address: string) => ({
    connectionString: withSessionOptions(address),
    statement_timeout: statementTimeoutMs,
    query_timeout: answerMs,
    connectionTimeoutMillis: connectionMs,
    options: sessionOptions,
    // Of a server that vanished without a word.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  });
  const db = knex({
    client: 'pg',
    connection: settingsFor(addressesOf(url)[0] ?? url),
    pool: {
      min: 0,
      max: poolSize,
      idleTimeoutMillis: 30_000,
      // By default a process with an idle connection is woken each second to look at it.
      reapIntervalMillis: 10_000,
      afterCreate: (connection: ClientBase, done: (error: Error | null, connection: ClientBase) => void) => {
        useStorableParameters(connection);
        watchConnection(connection, names);
        requireWritable(connection, timelines).then(
          () => {
            closeWhenReplaced(connection, timelines);
            done(null, connection);
          },
          (error: Error) => {
            closeConnection(connection);
            done(error, connection);
          },
        );
      },
      // An address may lead to another server than when the connection was made, through a pooler without its being cut.
      validate: (connection: ClientBase) =>
        requireWritable(connection, timelines).then(
          () => true,
          () => false,
        ),
    },
    acquireConnectionTimeout: connectionMs,
    // Errors are logged and stored: no values of rows in their words.
    compileSqlOnError: false,
    // What it warns of is thrown as well, and its output would bypass our logger.
    log: { warn: () => undefined },
  });
  if (addressesOf(url).length > 1) chooseAddress(db, writableAddressFinder(url, timelines), settingsFor);
  return db;
}

/** The driver knows one host at a time: each new connection is made to the one that takes writes then. */
function chooseAddress(db: Knex, findAddress: () => Promise<string>, settingsFor: (address: string) => object): void {
  const client = db.client as { connectionSettings: object; acquireRawConnection: () => Promise<unknown> };
  const connect = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = async () => {
    client.connectionSettings = settingsFor(await findAddress());
    return connect();
  };
}

/** True when a statement names a table that is not there: of a build that was dropped meanwhile, or of a release that this database has not seen. */
export const isTableMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '42P01';

/**
 * True when a query asks a read model for a table or a column that it does not have: the version of an older release still serves, because the
 * projector has not been replaced yet, or has not rebuilt it; or that of a newer release serves already, and this host is to be replaced.
 */
export function isReadModelOlder(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return (code === '42703' || code === '42P01') && /\b(from|join) "?read"?\./i.test(message);
}
