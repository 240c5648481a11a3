import { createHash } from 'node:crypto';
import { graceMs, openDatabase, type Database, type Transaction } from '../database';
import { retryUntilReachable, type StartPatience } from '../retry-until-reachable';
import type { Migration, RepeatableMigration, VersionedMigration } from './migration';

const lockKey = 7_201_958_111;
const timeoutMs = 10 * 60_000;

/**
 * Brings the tables up to date: each versioned migration once and in the order given, then the repeatable ones whose text is new; all of them
 * or none. Processes that start together wait for one another. A statement, the wait included, may take 10 min; a database that is just starting
 * is waited for, 30 s at most.
 */
export const migrate = (db: Database, migrations: readonly Migration[], patience?: StartPatience): Promise<void> =>
  retryUntilReachable(() => migrateNow(db, migrations), patience);

/** The same through a connection of its own, which waits for long statements and is closed afterwards. */
export async function migrateAt(url: string, migrations: readonly Migration[], patience?: StartPatience): Promise<void> {
  const db = openDatabase(url, 1, { answerMs: timeoutMs + graceMs });
  await migrate(db, migrations, patience).finally(() => db.destroy());
}

async function migrateNow(db: Database, migrations: readonly Migration[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.raw(`set local statement_timeout = ${timeoutMs}`);
    await tx.raw('select pg_advisory_xact_lock(?)', [lockKey]);
    await prepareRecord(tx);
    await applyVersioned(
      tx,
      migrations.filter((migration) => 'up' in migration),
    );
    await applyRepeatable(
      tx,
      migrations.filter((migration) => 'sql' in migration),
    );
  });
}

/** Releases up to 1.58 kept the record in the schema `service`; one of their processes that starts now finds it there as a view. */
async function prepareRecord(tx: Transaction): Promise<void> {
  await tx.raw(`
    create schema if not exists service;
    create schema if not exists read_store;
    do $$ begin
      if to_regclass('service.migration') is not null and to_regclass('read_store.migration') is null then
        alter table service.migration set schema read_store;
        create view service.migration as select * from read_store.migration;
      end if;
    end $$;
    create table if not exists read_store.migration (name text primary key, applied_at timestamptz not null default now());
    create table if not exists read_store.repeatable_migration (
      name text not null, hash text not null, applied_at timestamptz not null default now(), primary key (name, hash));`);
}

async function applyVersioned(tx: Transaction, migrations: readonly VersionedMigration[]): Promise<void> {
  const applied = new Set(await tx('read_store.migration').pluck('name'));
  for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
    await migration.up(tx);
    await tx('read_store.migration').insert({ name: migration.name });
  }
}

/** A text that was applied once is never applied again: a process of an older release that starts now must not put its own back. */
async function applyRepeatable(tx: Transaction, migrations: readonly RepeatableMigration[]): Promise<void> {
  for (const { name, sql } of migrations) {
    const hash = createHash('sha256').update(sql).digest('hex');
    const recorded: unknown[] = await tx('read_store.repeatable_migration')
      .insert({ name, hash })
      .onConflict(['name', 'hash'])
      .ignore()
      .returning('hash');
    // Without the driver's placeholders: a question mark in a text is a question mark.
    if (recorded.length > 0) await tx.raw(sql.replaceAll('?', '\\?'));
  }
}
