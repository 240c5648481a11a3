import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Client, QueryConfig, QueryResult } from 'pg';
import type { Database, Transaction } from './database';
import { inPipeline } from './pipelines';

type Binding = Knex.RawBinding | readonly (string | number | boolean | Date | null)[];
type Bindings = readonly Binding[] | Readonly<Record<string, Binding>>;

/** A text with numbers in place of names, and the binding that each number stands for. */
interface NumberedText {
  readonly name: string;
  readonly text: string;
  readonly places: readonly (string | number)[];
}

const known = new Map<string, NumberedText>();

/**
 * Runs a statement that PostgreSQL reads and plans once for each connection, not each time. For statements that run with every few facts. Their texts
 * must be few, so a list is an array and never a placeholder for each item; a list that rows are found by is `array(select unnest(?))`, as PostgreSQL
 * plans again each time for lists that it sees to be short. They name the columns of tables that a migration may change. It goes to the driver by
 * itself: knex would build each text anew. Throws what the driver throws, the text in front of its words, as knex does.
 */
export async function runPrepared<Result>(db: Database | Transaction, sql: string, bindings: Bindings): Promise<Result> {
  const config = configOf(sql, bindings);
  return withConnection(db, (connection) => ask(db, connection, config)) as Promise<Result>;
}

/** The name of a prepared statement, the same for the same text; texts must be few. */
export const statementName = (sql: string): string => numbered(sql).name;

/**
 * Runs a read as `runPrepared` does, planned once for a connection for a long table: rows are found by index. For reads that look into a table for each of
 * many rows. A plan that PostgreSQL keeps from a moment when the table was empty reads all of it each time, until statistics are taken again: a second where
 * an index takes 10 ms. In a transaction of its own, whose three statements are sent and answered together: `db` is no
 * transaction, whose later statements would keep the settings.
 */
export async function runByIndex<Result>(db: Database, sql: string, bindings: Readonly<Record<string, Binding>>): Promise<Result> {
  if (db.isTransaction) throw new Error('the settings and the commit would be those of the transaction');
  const config = configOf(sql, bindings);
  return withConnection(db, async (connection) => {
    const statements = [beginByIndex, config, commit];
    const answers = await inPipeline(connection, () => Promise.allSettled(statements.map((each) => ask(db, connection, each))));
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    return (answers[1] as PromiseFulfilledResult<unknown>).value as Result;
  });
}

const beginByIndex: QueryConfig = {
  text: `begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
    set local plan_cache_mode = force_generic_plan;`,
};
const commit: QueryConfig = { text: 'commit' };

type PoolOf = Pick<Knex.Client, 'acquireConnection' | 'releaseConnection' | 'emit'>;

const poolOf = (db: Database | Transaction): PoolOf => (db as Database & { readonly client: PoolOf }).client;

async function withConnection<T>(db: Database | Transaction, work: (connection: Client) => Promise<T>): Promise<T> {
  if ('isCompleted' in db && db.isCompleted()) throw new Error('the transaction has ended');
  const pool = poolOf(db);
  const connection = (await pool.acquireConnection()) as Client;
  try {
    return await work(connection);
  } finally {
    await pool.releaseConnection(connection);
  }
}

function ask(db: Database | Transaction, connection: Client, config: QueryConfig): Promise<QueryResult> {
  const { text = '', values = [] } = config;
  poolOf(db).emit('query', { sql: text, bindings: values });
  return new Promise((resolve, reject) => {
    connection.query({ ...config }, (error: Error | null, result: QueryResult) => {
      if (!error) return resolve(result);
      error.message = `${text} - ${error.message}`;
      poolOf(db).emit('query-error', error, { sql: text, bindings: values });
      reject(error);
    });
  });
}

function configOf(sql: string, bindings: Bindings): QueryConfig {
  const { name, text, places } = numbered(sql);
  const given = bindings as Readonly<Record<string | number, unknown>>;
  if (Array.isArray(bindings) && bindings.length > places.length) throw new TypeError(`more is given than ${text} takes`);
  const values = places.map((place) => {
    const value = given[place];
    if (value === undefined || (Array.isArray(value) && value.includes(undefined)))
      throw new TypeError(`nothing is given for ${place} of ${text}`);
    return value;
  });
  return { name, text, values };
}

// Two colons are a cast. A letter behind one is taken for a name, in a literal too.
const parameterMark = /\\\?|\?|(?<!:):([a-z]\w*)/gi;

function numbered(sql: string): NumberedText {
  const before = known.get(sql);
  if (before) return before;
  const places: (string | number)[] = [];
  let positional = 0;
  const text = sql.replace(parameterMark, (found, name: string | undefined) => {
    if (found === '\\?') return '?';
    places.push(name ?? positional++);
    return `$${places.length}`;
  });
  const made = { name: createHash('sha256').update(sql).digest('base64url').slice(0, 22), text, places };
  known.set(sql, made);
  return made;
}
