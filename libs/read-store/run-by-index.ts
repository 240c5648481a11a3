import type { Knex } from 'knex';
import type { Database } from './database';
import { runPrepared } from './run-prepared';

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
