import type { Database } from './database';

/** Keeps a value under a name the first time, and afterwards answers what was kept: what this database belongs to. */
export async function remember(db: Database, name: string, value: string): Promise<string> {
  await db('read_store.installation').insert({ name, value }).onConflict('name').ignore();
  const row = await db<{ name: string; value: string }>('read_store.installation').where({ name }).first('value');
  return row?.value ?? value;
}

/** Keeps another value under a name. */
export async function rememberInstead(db: Database, name: string, value: string): Promise<void> {
  await db('read_store.installation').where({ name }).update({ value });
}
