import { graceMs, openDatabase, type Database, type Transaction } from './database';
import { retryUntilReachable } from './retry-until-reachable';

/** A change of tables that are not projections; `name` is `<lib>/<nnn>-<what>` and is for ever. */
export interface Migration {
  readonly name: string;
  readonly up: (tx: Transaction) => Promise<void>;
}

const lockKey = 7_201_958_111;
const timeoutMs = 10 * 60_000;

/**
 * Brings the tables up to date, each migration once and in the order given, all of them or none; processes that start together wait for one
 * another. A statement, the wait included, may take 10 min; a database that is just starting is waited for, 30 s at most.
 */
export const migrate = (db: Database, migrations: readonly Migration[]): Promise<void> =>
  retryUntilReachable(() => migrateNow(db, migrations));

/** The same through a connection of its own, which waits for long statements and is closed afterwards. */
export async function migrateAt(url: string, migrations: readonly Migration[]): Promise<void> {
  const db = openDatabase(url, 1, timeoutMs + graceMs);
  await migrate(db, migrations).finally(() => db.destroy());
}

async function migrateNow(db: Database, migrations: readonly Migration[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.raw(`set local statement_timeout = ${timeoutMs}`);
    await tx.raw('select pg_advisory_xact_lock(?)', [lockKey]);
    await tx.raw(`create schema if not exists service;
      create table if not exists service.migration (name text primary key, applied_at timestamptz not null default now())`);
    const rows = await tx<{ name: string }>('service.migration').select('name');
    const applied = new Set(rows.map((row) => row.name));
    for (const migration of migrations.filter((candidate) => !applied.has(candidate.name))) {
      await migration.up(tx);
      await tx('service.migration').insert({ name: migration.name });
    }
  });
}
