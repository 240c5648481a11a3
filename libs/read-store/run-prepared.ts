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
  return db.raw<Result>(sql, bindings as readonly Knex.RawBinding[]).options({ name: statementName(sql) }) as unknown as Promise<Result>;
}

/** The name of a prepared statement, the same for the same text; texts must be few. */
export function statementName(sql: string): string {
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url').slice(0, 22);
  names.set(sql, name);
  return name;
}

/**
 * Runs a read as `runPrepared` does, planned once for a connection for a long table: rows are found by index. For reads that look into a table for each of
 * many rows. A plan that PostgreSQL keeps from a moment when the table was empty reads all of it each time, until statistics are taken again: a second where
 * an index takes 10 ms. In a transaction of its own, which takes three short statements more: `db` is no
 * transaction, whose later statements would keep the settings.
 */
export function runByIndex<Result>(db: Database, sql: string, bindings: Readonly<Record<string, Knex.RawBinding>>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.raw('set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan');
    return runPrepared<Result>(tx, sql, bindings);
  });
}
