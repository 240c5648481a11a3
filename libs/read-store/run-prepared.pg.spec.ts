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
