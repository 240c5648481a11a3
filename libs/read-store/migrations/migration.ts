import type { Transaction } from '../database';

/** A change of tables that are not projections; runs once on each database. `name` is `<lib>/<nnn>-<what>`; once released, name and text stay as they are. */
export interface VersionedMigration {
  readonly name: string;
  readonly up: (tx: Transaction) => Promise<void>;
}

/**
 * The present definition of functions and views, applied after the versioned migrations whenever its text is one that this database has not
 * had. The statements must replace what is there (`create or replace`). `name` is `<lib>/<what>`.
 */
export interface RepeatableMigration {
  readonly name: string;
  readonly sql: string;
}

export type Migration = VersionedMigration | RepeatableMigration;
