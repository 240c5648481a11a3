import { openEventStore } from '@pps/event-store';
import { openDatabase } from '@pps/read-store';
import { natsAddress } from '@pps/work-queue';
import { connect, type NatsConnection } from 'nats';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every fact, with its metadata. */
export async function dumpFacts(eventStoreUrl: string): Promise<readonly string[]> {
  const store = openEventStore(eventStoreUrl);
  const ending = new AbortController();
  const all: string[] = [];
  try {
    const head = await store.head();
    for await (const fact of store.subscribe(null, ending.signal)) {
      all.push(JSON.stringify(fact, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)));
      if (fact.position >= head) break;
    }
    return all;
  } finally {
    ending.abort();
    await store.close();
  }
}

/** The rows of every table and view of every schema that is not PostgreSQL's own, by source. */
export async function dumpTables(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const db = openDatabase(databaseUrl, 2);
  try {
    const { rows } = await db.raw<{ rows: { source: string }[] }>(
      `select format('%I.%I', table_schema, table_name) as source from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const texts = new Map<string, string>();
    for (const { source } of rows) {
      const found = await db.raw<{ rows: { text: string }[] }>(`select row_to_json(t)::text as text from ${source} t`);
      texts.set(source, found.rows.map(({ text }) => text).join('\n'));
    }
    return texts;
  } finally {
    await db.destroy();
  }
}

export interface NatsTraffic {
  /** Subject and bytes of every message so far. */
  messages(): readonly string[];
  stop(): Promise<void>;
}

/** Everything that goes over NATS from now on. */
export async function captureNatsTraffic(natsUrl: string): Promise<NatsTraffic> {
  const nats: NatsConnection = await connect({ ...natsAddress(natsUrl), timeout: 120_000 });
  const seen: string[] = [];
  nats.subscribe('>', {
    callback: (error, message) => {
      const headers = message.headers ? JSON.stringify([...message.headers]) : '';
      if (!error) seen.push(`${message.subject} ${headers} ${Buffer.from(message.data).toString('latin1')}`);
    },
  });
  await nats.flush();
  return { messages: () => seen, stop: () => nats.drain() };
}

// Keys and addresses are what these are for; the third parties' simulators are not ours; tables are read through SQL.
const apart = /^(keys|postgres|simulators|run)(\/|$)|^postgres-password$|stand-in-secret$/;

/** Every other file under the data folder, NATS's own included. */
export function dumpFiles(dataDir: string): ReadonlyMap<string, string> {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => !apart.test(name));
  const texts = new Map<string, string>();
  for (const name of names) {
    const text = textOf(join(dataDir, name));
    if (text !== null) texts.set(name, text);
  }
  return texts;
}

/** Null for a folder, and for a file that is gone since it was listed: NATS replaces its own while it works. */
function textOf(path: string): string | null {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'latin1') : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
