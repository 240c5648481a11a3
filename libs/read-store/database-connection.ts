import { Client } from 'pg';
import { requireWritable } from './watch-connection';

/** One connection to PostgreSQL, outside of every pool. */
export type DatabaseConnection = Client;

/** A connection for whoever needs one of his own, as for a lock that lasts as long as it; its `connect` gives up after `waitMs`. */
export const databaseConnection = (url: string, waitMs: number): DatabaseConnection =>
  new Client({ connectionString: url, connectionTimeoutMillis: waitMs, keepAlive: true, keepAliveInitialDelayMillis: 5_000 });

/** Connects. Throws `ReadOnlyConnection` for a standby: a lock that is held there excludes nobody. */
export async function connectWritable(connection: DatabaseConnection): Promise<void> {
  await connection.connect();
  await requireWritable(connection);
}
