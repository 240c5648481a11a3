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

/** The values kept under names that begin so, by the rest of the name. */
export async function rememberedUnder(db: Database, prefix: string): Promise<Record<string, string>> {
  const rows = await db<{ name: string; value: string }>('read_store.installation')
    .where('name', 'like', `${prefix}%`)
    .select('name', 'value');
  return Object.fromEntries(rows.map(({ name, value }) => [name.slice(prefix.length), value]));
}
