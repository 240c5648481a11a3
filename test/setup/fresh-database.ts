import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Creates an empty database on the tests' server and returns its URL. */
export async function freshDatabase(): Promise<string> {
  return onTestServer(async (client, urlOf) => {
    const name = newDatabaseName();
    await client.query(`create database ${name}`);
    return urlOf(name);
  });
}

export const newDatabaseName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** Runs `work` with a connection to the tests' server and a function that gives the URL of one of its databases. */
export async function onTestServer<T>(work: (client: Client, urlOf: (name: string) => string) => Promise<T>): Promise<T> {
  const serverUrl = process.env.DATABASE_URL;
  if (!serverUrl) throw new Error('DATABASE_URL is not set: run this file in the jest project real-parts.');
  const client = new Client({ connectionString: serverUrl, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    return await work(client, (name) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href);
  } finally {
    await client.end();
  }
}
