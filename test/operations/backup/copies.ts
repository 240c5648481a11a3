import type { Database } from '@pps/read-store';

/** Rows as JSON, by table. */
export type Copy = ReadonlyMap<string, string>;

/** Made by every start, or of no use on another machine. */
const notCopied = ['read_store.migration', 'read_store.repeatable_migration', 'leases.lease', 'leases.contender'];

const copyOf = (db: Database, chosen: (table: string) => boolean): Promise<Copy> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.raw<{ rows: { name: string }[] }>(
        `select table_schema || '.' || table_name as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
      );
      const copy = new Map<string, string>();
      for (const { name } of rows.filter((row) => chosen(row.name))) {
        const { rows: all } = await tx.raw<{ rows: { rows: string }[] }>(`select coalesce(json_agg(t), '[]')::text as rows from ${name} t`);
        copy.set(name, all[0]?.rows ?? '[]');
      }
      return copy;
    },
    { isolationLevel: 'repeatable read' },
  );

/** The three parts of a backup, each as of one moment. */
export const copyReadModels = (db: Database) =>
  copyOf(db, (table) => !liesIn('event_store', table) && !liesIn('vault', table) && !notCopied.includes(table));
export const copyVault = (db: Database) => copyOf(db, (table) => liesIn('vault', table));
export const copyLog = (db: Database) => copyOf(db, (table) => liesIn('event_store', table));

const liesIn = (schema: string, table: string): boolean => table.startsWith(`${schema}.`);

/** Puts the rows in place of what is in the tables, which exist. */
export async function restore(db: Database, copy: Copy): Promise<void> {
  await db.transaction(async (tx) => {
    // The order of the tables need not be that of their references.
    await tx.raw(`set local session_replication_role = 'replica'`);
    await tx.raw(`truncate ${[...copy.keys()].join(', ')}`);
    for (const [table, rows] of copy) {
      await tx.raw(`insert into ${table} select * from json_populate_recordset(null::${table}, ?::json)`, [rows]);
    }
  });
}
