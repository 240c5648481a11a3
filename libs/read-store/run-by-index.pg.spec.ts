import { freshDatabase } from '../../test/setup/fresh-database';
import { openDatabase, runByIndex, runPrepared, type Database } from '.';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 1);
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
