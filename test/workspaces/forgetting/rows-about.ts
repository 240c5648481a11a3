import type { Database } from '@pps/read-store';

/** Tables of these schemas with the rows in which one of the ids stands, as text in a stable order. */
export async function rowsAbout(db: Database, schemas: readonly string[], ids: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of await tablesOf(db, schemas)) {
    const { rows } = await db.raw<{ rows: { row: string }[] }>(
      `select row::text from (select each::text as row from ${table} as each) as all_rows where row like any (?) order by row`,
      [ids.map((id) => `%${id}%`)],
    );
    if (rows.length > 0) found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** Every row of every table of a schema, as text in a stable order. */
export async function allRows(db: Database, schema: string): Promise<Record<string, string[]>> {
  return rowsAbout(db, [schema], ['']);
}

async function tablesOf(db: Database, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any (?) order by 1`,
    [[...schemas]],
  );
  return rows.map(({ name }) => name);
}
