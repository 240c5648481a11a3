import type { Database } from './database';

/** Stores a value under a name the first time and returns the stored value afterwards: what this database belongs to. */
export async function storeInstallationValue(db: Database, name: string, value: string): Promise<string> {
  await db('read_store.installation').insert({ name, value }).onConflict('name').ignore();
  const row = await db<{ name: string; value: string }>('read_store.installation').where({ name }).first('value');
  return row?.value ?? value;
}

/** Replaces the value stored under a name. */
export async function replaceInstallationValue(db: Database, name: string, value: string): Promise<void> {
  await db('read_store.installation').where({ name }).update({ value });
}

/** The values stored under names with this prefix, by the name without it. */
export async function readInstallationValues(db: Database, prefix: string): Promise<Record<string, string>> {
  const rows = await db<{ name: string; value: string }>('read_store.installation')
    .where('name', 'like', `${prefix}%`)
    .select('name', 'value');
  return Object.fromEntries(rows.map(({ name, value }) => [name.slice(prefix.length), value]));
}
