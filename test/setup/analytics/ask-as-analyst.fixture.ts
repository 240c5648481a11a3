import type { Database } from '@pps/read-store';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface AnalystDatabase {
  readonly db: Database;
  readonly databaseUrl: string;
}

/** Asks as a new login of a group of analysts, which is gone afterwards; the URL has its password. */
export async function askAsAnalyst<Answer>(
  { db, databaseUrl }: AnalystDatabase,
  group: string,
  ask: (client: Client, login: string, url: string) => Promise<Answer>,
): Promise<Answer> {
  const [login, password] = [`analyst_${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')];
  await db.raw(`create role ${login} login password '${password}' in role ${group}`);
  const url = Object.assign(new URL(databaseUrl), { username: login, password }).href;
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return await ask(client, login, url);
  } finally {
    await client.end();
    await db.raw(`drop role ${login}`);
  }
}
