import { Client } from 'pg';
import { randomUUID } from 'node:crypto';
import { arePreparedStatementsLost } from './is-database-unavailable';
import { findWritableAddress } from './writable-address';

/** What lies between this process and the database, as far as its connections show it. */
export interface Pooler {
  /** Whose a connection of the database is: this process's as long as its own lasts, or only for the length of a transaction. */
  readonly lends: 'sessions' | 'transactions';
  /** Whether a statement that was prepared on one connection of the database is known on the others. */
  readonly knowsNames: boolean;
}

/** Whoever holds a lock for as long as his connection lasts cannot do so where each transaction has another connection of the database. */
export class TransactionsPooled extends Error {
  override readonly name = 'TransactionsPooled';
}

const none: Pooler = { lends: 'sessions', knowsNames: true };
const withoutNames: Pooler = { lends: 'transactions', knowsNames: false };
const waitMs = 5_000;
const tries = 5;

/**
 * Finds out whether transactions of one connection run on several of the database: then no lock, notification or setting of a session is to be relied
 * on. Asks on two connections of its own. Throws what they throw.
 */
export async function probePooler(url: string): Promise<Pooler> {
  const address = await findWritableAddress(url);
  const [one, other] = [probe(address), probe(address)];
  try {
    await one.connect();
    // Whoever stands in between has a process number of its own.
    if ((one as Client & { processID?: number }).processID === (await backendOf(one))) return none;
    await other.connect();
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const pooler = await compare(one, other);
      if (pooler) return pooler;
    }
    return none;
  } finally {
    for (const client of [one, other]) void client.end().catch(() => undefined);
  }
}

function probe(url: string): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: waitMs, query_timeout: waitMs });
  client.on('error', () => undefined);
  return client;
}

async function backendOf(client: Client, name?: string): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid', ...(name && { name }) });
  return rows[0]?.pid ?? 0;
}

/** Takes what the first has used last for a transaction of the second: where the first goes on elsewhere, nothing is its own. Null where nothing moved. */
async function compare(one: Client, other: Client): Promise<Pooler | null> {
  const name = `probe-${randomUUID()}`;
  const before = await backendOf(one, name);
  await other.query('begin');
  const taken = await backendOf(other);
  try {
    const after = await backendOf(one, name);
    return after !== before || taken === before ? { lends: 'transactions', knowsNames: true } : null;
  } catch (error) {
    // A pool of a single connection has no other one to go on with.
    if (arePreparedStatementsLost(error) || (error as Error).message === 'Query read timeout') return withoutNames;
    throw error;
  } finally {
    await other.query('rollback').catch(() => undefined);
  }
}
