import { freshDatabase } from '../../test/setup/fresh-database';
import { openDatabase, runPrepared, type Database } from '.';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 1);
  await db.raw('create table item (id int primary key, name text)');
});
afterAll(() => db.destroy());

const plansOf = async (text: string) => {
  const { rows } = await db.raw<{ rows: { generic: number; custom: number }[] }>(
    `select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where statement like ?`,
    [`%${text}%`],
  );
  return rows;
};

it('has a statement read once for a connection, in a transaction or not', async () => {
  const insert = (run: Pick<Database, 'raw'>, id: number, name: string) =>
    runPrepared(run as Database, 'insert into item values (:id, :name)', { id, name });
  await insert(db, 1, 'one');
  await db.transaction((tx) => insert(tx, 2, 'zero \u0000'));
  await db.transaction((tx) => insert(tx, 1, 'again')).catch(() => undefined);
  expect(await db('item').orderBy('id')).toEqual([
    { id: 1, name: 'one' },
    { id: 2, name: 'zero \ufffd' },
  ]);
  expect(await plansOf('insert into item')).toHaveLength(1);
});

it('keeps the plan of one that finds rows by a list, whatever its length', async () => {
  const find = (ids: number[]) =>
    runPrepared<{ rows: object[] }>(db, 'select name from item where id = any(array(select unnest(?::int[]))) order by id', [ids]);
  for (let n = 0; n < 10; n++) expect((await find([1])).rows).toEqual([{ name: 'one' }]);
  expect((await find([1, 2, 3])).rows).toHaveLength(2);
  expect((await find([])).rows).toEqual([]);
  // PostgreSQL tries five before it keeps one.
  expect(await plansOf('select name from item')).toEqual([{ generic: 7, custom: 5 }]);
});

it('tells names from casts, slices and question marks that stand for themselves', async () => {
  const { rows } = await runPrepared<{ rows: object[] }>(
    db,
    `select :id::int + :id::int as sum, '{"a":1}'::jsonb \\? :key as has_key, 'a: b' as colon, (array[1, 2, 3])[1:2] as part`,
    { id: 4, key: 'a' },
  );
  expect(rows).toEqual([{ sum: 8, has_key: true, colon: 'a: b', part: [1, 2] }]);
});

it('refuses what is not given, and a transaction that has ended', async () => {
  await expect(runPrepared(db, 'select :id::int, :name::text', { id: 1 })).rejects.toThrow('nothing is given for name');
  await expect(runPrepared(db, 'select ?::int, ?::int', [1])).rejects.toThrow('nothing is given for 1');
  await expect(runPrepared(db, 'select ?::int', [1, 2])).rejects.toThrow('more is given');
  const holed = [1, undefined] as unknown as number[];
  await expect(runPrepared(db, 'select ?::int[]', [holed])).rejects.toThrow('nothing is given for 0');
  const ended = await db.transaction(async (tx) => tx);
  await expect(runPrepared(ended, 'select ?::int', [1])).rejects.toThrow('the transaction has ended');
});

it('rejects with the text in front of the words of the server, and no value', async () => {
  const failing = runPrepared(db, 'select name from read.missing where name = :name', { name: 'somebody@example.com' });
  await expect(failing).rejects.toMatchObject({
    code: '42P01',
    message: 'select name from read.missing where name = $1 - relation "read.missing" does not exist',
  });
});
