import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { openDatabase, runPrepared, type Database, type Transaction } from '.';
import { allTogether } from './pipelines';

let db: Database;
let url: string;
beforeAll(async () => {
  url = await freshDatabase();
  db = openDatabase(url, 1, { answerMs: 1_000 });
});
afterAll(() => db.destroy());

const asked = async (tx: Transaction, sql: string) => void (await tx.raw(sql));
const together = (on: Database, ...statements: readonly string[]) =>
  on.transaction((tx) =>
    allTogether(
      tx,
      statements.map((sql) => () => asked(tx, sql)),
    ),
  );
const next = async () => (await db.raw<{ rows: object[] }>('select 7 as seven')).rows;

it('leaves no answer behind for who asks next, though work ends before its statements do', async () => {
  const ends = db.transaction((tx) =>
    allTogether(tx, [async () => void (await Promise.all(['select 1 / 0', 'select 2', 'select 3'].map((sql) => tx.raw(sql))))]),
  );
  await expect(ends).rejects.toMatchObject({ code: '22012' });
  expect(await next()).toEqual([{ seven: 7 }]);
});

it('throws the error of which the others are the consequence, in whatever order they were asked', async () => {
  const slow = async (tx: Transaction) => {
    for (let n = 0; n < 5; n++) await tx.raw('select 1');
  };
  const ends = db.transaction((tx) => allTogether(tx, [() => slow(tx), () => asked(tx, 'select 1 / 0'), () => slow(tx)]));
  await expect(ends).rejects.toMatchObject({ code: '22012' });
});

it('waits for all where one throws before it asks anything', async () => {
  const ends = db.transaction((tx) =>
    allTogether(tx, [
      () => asked(tx, 'select count(*) from generate_series(1, 100000)'),
      () => {
        throw new RangeError('no facts');
      },
    ]),
  );
  await expect(ends).rejects.toThrow('no facts');
  expect(await next()).toEqual([{ seven: 7 }]);
});

it('does not wait for the answer to a statement that could not be sent', async () => {
  const noJson = { position: 1n };
  const ends = db.transaction((tx) => allTogether(tx, [async () => void (await tx.raw('select ?::jsonb', [noJson as never]))]));
  await expect(ends).rejects.toThrow('BigInt');
  expect(await next()).toEqual([{ seven: 7 }]);
});

it('gives each statement its own time to be answered, after all before it', async () => {
  const [patient, holder] = [openDatabase(url, 1, { answerMs: 4_000 }), openDatabase(url, 1)];
  const keys = [1, 2, 3, 4, 5];
  for (const key of keys) await holder.raw('select pg_advisory_lock(?::int)', [key]);
  const answered = together(patient, ...keys.map((key) => `select pg_advisory_xact_lock(${key})`));
  for (const key of keys) {
    await eventually('a second of waiting', async () => {
      const { rows } = await holder.raw<{ rows: object[] }>(
        `select from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and not granted and objid = ?::int
           and pg_locks.database = (select oid from pg_database where datname = current_database())
           and waitstart < clock_timestamp() - interval '1 second'`,
        [key],
      );
      return rows[0];
    });
    await holder.raw('select pg_advisory_unlock(?::int)', [key]);
  }
  await answered;
  await Promise.all([patient.destroy(), holder.destroy()]);
});

it('gives up a server that answers none', async () => {
  const holder = openDatabase(url, 1);
  await holder.raw('select pg_advisory_lock(7)');
  await expect(together(db, 'select pg_advisory_xact_lock(7)', 'select 1')).rejects.toThrow('closed');
  await holder.destroy();
  expect(await next()).toEqual([{ seven: 7 }]);
});

it('tells each statement of a lost connection by itself', async () => {
  const errors: string[] = [];
  const ends = db.transaction(async (tx) => {
    const noted = (sql: string) => async () =>
      void (await runPrepared(tx, sql, [1]).catch(({ message }) => errors.push(message as string)));
    await allTogether(
      tx,
      ['select pg_terminate_backend(pg_backend_pid()), ?::int', 'select ?::int as one', 'select ?::int as two'].map(noted),
    );
  });
  await expect(ends).rejects.toThrow();
  expect(errors.map((message) => message.slice(0, message.indexOf(' - ')))).toEqual([
    'select pg_terminate_backend(pg_backend_pid()), $1::int',
    'select $1::int as one',
    'select $1::int as two',
  ]);
  expect(errors.filter((message) => message.split(' - ').length !== 2)).toEqual([]);
});

it('goes on preparing statements where one was not prepared for the failure of another', async () => {
  const ends = db.transaction((tx) =>
    allTogether(tx, [
      () => asked(tx, 'select 1 / 0'),
      ...['one', 'other'].map(() => async () => void (await runPrepared(tx, 'select ?::int as same', [1]))),
    ]),
  );
  await expect(ends).rejects.toMatchObject({ code: '22012' });
  await runPrepared(db, 'select ?::int as still_prepared', [1]);
  const { rows } = await db.raw<{ rows: object[] }>(
    `select count(*)::int as named from pg_prepared_statements where statement like '%still_prepared%' and name <> ''`,
  );
  expect(rows).toEqual([{ named: 1 }]);
});
