import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database, Transaction } from './database';

type Bindings = readonly Knex.RawBinding[] | Readonly<Record<string, Knex.RawBinding>>;

const names = new Map<string, string>();

/**
 * Runs a statement that PostgreSQL reads and plans once for each connection, not each time. For statements that run with every few facts. Their texts
 * must be few, so a list is an array and never a placeholder for each item; a list that rows are found by is `array(select unnest(?))`, as PostgreSQL
 * plans again each time for lists that it sees to be short. They name the columns of tables that a migration may change.
 */
export function runPrepared<Result>(db: Database | Transaction, sql: string, bindings: Bindings): Promise<Result> {
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url').slice(0, 22);
  names.set(sql, name);
  return db.raw<Result>(sql, bindings as readonly Knex.RawBinding[]).options({ name }) as unknown as Promise<Result>;
}
