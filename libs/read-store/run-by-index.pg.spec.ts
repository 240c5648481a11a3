import { freshDatabase } from '../../test/setup/fresh-database';
import { eventually } from '../../test/setup/eventually';
import { openDatabase, runByIndex, runPrepared, type Database } from '.';

let db: Database;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await freshDatabase();
  db = openDatabase(databaseUrl, 1);
  await db.raw('create table item (id int primary key, name text)');
  await db.raw('vacuum analyze item');
});
afterAll(() => db.destroy());

const find = 'select name from item where id = :id';
const planOf = ({ rows }: { rows: { 'QUERY PLAN': string }[] }) => rows.map((row) => row['QUERY PLAN']).join('\n');

it('finds rows by index also where the table was empty when the statement was planned', async () => {
  expect(planOf(await runPrepared(db, `explain ${find}`, { id: 1 }))).toContain('Seq Scan');
  expect(planOf(await runByIndex(db, `explain ${find} `, { id: 1 }))).not.toContain('Seq Scan');
  const { rows } = await db.raw<{ rows: object[] }>('show enable_seqscan');
  expect(rows).toEqual([{ enable_seqscan: 'on' }]);
});

it('keeps the first plan', async () => {
  await db.raw(`insert into item values (1, 'one')`);
  for (let n = 0; n < 3; n++) expect(await runByIndex(db, find, { id: 1 })).toMatchObject({ rows: [{ name: 'one' }] });
  const { rows } = await db.raw<{ rows: object[] }>(
    `select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where statement like 'select name from item%'`,
  );
  expect(rows).toEqual([{ generic: 3, custom: 0 }]);
});

it('gives its connection back without a transaction and without its settings, whatever becomes of it', async () => {
  await expect(runByIndex(db, 'select name from item where id / 0 = :id', { id: 1 })).rejects.toMatchObject({ code: '22012' });
  await Promise.all([1, 2, 3].map((id) => runByIndex(db, find, { id })));
  const { rows } = await db.raw<{ rows: object[] }>(
    `select current_setting('enable_seqscan') as seqscan, current_setting('plan_cache_mode') as mode, now() = statement_timestamp() as is_alone`,
  );
  expect(rows).toEqual([{ seqscan: 'on', mode: 'auto', is_alone: true }]);
});

it('is bounded as every transaction is: one whose process stands still ends', async () => {
  const { rows } = await runByIndex<{ rows: object[] }>(db, `select current_setting('idle_in_transaction_session_timeout') as idle`, {});
  expect(rows).toEqual([{ idle: '4s' }]);
});

it('sends its three statements before the first is answered', async () => {
  const connection = (await (db.client as { acquireConnection: () => Promise<unknown> }).acquireConnection()) as {
    connection: { on: (name: string, heard: () => void) => void; off: (name: string, heard: () => void) => void };
  };
  let seen: string[] | undefined;
  const noteAnswer = () => void seen?.push('answer');
  connection.connection.on('readyForQuery', noteAnswer);
  (db.client as { releaseConnection: (connection: unknown) => void }).releaseConnection(connection);
  const note = () => void (seen ??= []).push('statement');
  db.on('query', note);
  await runByIndex(db, find, { id: 1 });
  db.off('query', note);
  connection.connection.off('readyForQuery', noteAnswer);
  expect(seen).toEqual(['statement', 'statement', 'statement', 'answer', 'answer', 'answer']);
});

it('waits for its turn where the pool is exhausted', async () => {
  const found = await Promise.all(Array.from({ length: 50 }, () => runByIndex(db, find, { id: 1 })));
  expect(found).toHaveLength(50);
});

it('rejects where its connection dies, and leaves none behind that waits', async () => {
  const other = openDatabase(databaseUrl, 1);
  try {
    await other.raw('select pg_advisory_lock(9)');
    const dying = runByIndex(db, 'select pg_advisory_xact_lock(9), id from item where id = :id', { id: 1 });
    const failed = expect(dying).rejects.toMatchObject({ code: '57P01' });
    await eventually('the statement waits', async () => {
      const { rows } = await other.raw<{ rows: object[] }>(
        `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
      );
      return rows.length > 0 || undefined;
    });
    await failed;
    expect(await runByIndex(db, find, { id: 1 })).toMatchObject({ rows: [{ name: 'one' }] });
  } finally {
    await other.destroy();
  }
});
