import { migrateAt } from '@pps/read-store';
import { Client } from 'pg';
import { allMigrations } from '../../apps/foundation/all-migrations';
import { freshDatabase, newDatabaseName, onTestServer } from './fresh-database';

const template = 'migrated';
/** Of the advisory lock under which one of the workers makes the template. */
const templateLock = 7_201_958_112;

/** Creates a database with the tables of the present release, as a copy of one that the first caller migrates, and returns its URL. */
export async function migratedDatabase(): Promise<string> {
  return onTestServer(async (client, urlOf) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    try {
      if (!(await exists(client))) await makeTemplate(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [templateLock]);
    }
    const name = newDatabaseName();
    await client.query(`create database ${name} template ${template}`);
    return urlOf(name);
  });
}

const exists = async (client: Client): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [template])).rowCount === 1;

/** It gets its name when it is complete. */
async function makeTemplate(client: Client): Promise<void> {
  const url = await freshDatabase();
  await migrateAt(url, allMigrations);
  await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`);
}
