import { Client } from 'pg';
import type { Timelines } from './timelines';
import { requireWritable } from './watch-connection';

/** One connection to PostgreSQL, outside of every pool. */
export type DatabaseConnection = Client;

/** A connection for whoever needs one of his own, as for a lock that lasts as long as it; its `connect` gives up after `waitMs`. */
export const databaseConnection = (url: string, waitMs: number): DatabaseConnection =>
  new Client({ connectionString: url, connectionTimeoutMillis: waitMs, keepAlive: true, keepAliveInitialDelayMillis: 5_000 });

/** Connects. Throws `ReadOnlyConnection` for a standby, and for a primary that was replaced: a lock that is held there excludes nobody. */
export async function connectWritable(connection: DatabaseConnection, timelines?: Timelines): Promise<void> {
  await connection.connect();
  await requireWritable(connection, timelines);
}
