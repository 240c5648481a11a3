import { newId } from '@pps/kernel';
import { migratedDatabase } from '../../test/setup/migrated-database';
import { openDatabase, type Database } from './database';
import { workspaceRows } from './workspace-rows';

const [mine, other] = [newId(), newId()];
let db: Database;

beforeAll(async () => {
  db = openDatabase(await migratedDatabase(), 2);
  await db.raw(`create table read_store.sampled as select n, case when n % 2 = 0 then '${mine}'::uuid else '${other}'::uuid end as project_id
    from generate_series(1, 4002) as n`);
  await db.raw(`create view analytics.sampled with (security_barrier) as select * from read_store.sampled
    where (select read_store.visible_workspaces()) is null or project_id = any((select read_store.visible_workspaces())::uuid[])`);
});
afterAll(() => db?.destroy());

const question = (view: string) => ({ view, owner: 'project_id', workspaceId: mine, ids: [mine, other] });

const pagesOf = async (view: string) => {
  const pages: number[] = [];
  const owners = new Set<unknown>();
  for await (const page of workspaceRows(db, question(view))) {
    pages.push(page.length);
    for (const { project_id: projectId } of page) owners.add(projectId);
  }
  return { pages, owners: [...owners] };
};

test('2,001 rows come 500 at a time, and none of another workspace', async () => {
  expect(await pagesOf('sampled')).toEqual({ pages: [500, 500, 500, 500, 1], owners: [mine] });
});

test('who stops early holds no connection, and nobody else is narrowed afterwards', async () => {
  for (let n = 0; n < 5; n++) {
    for await (const page of workspaceRows(db, question('sampled'))) {
      expect(page.length).toBe(500);
      break;
    }
  }
  const { rows } = await db.raw<{ rows: { count: string }[] }>('select count(*) from analytics.sampled');
  expect(rows).toEqual([{ count: '4002' }]);
});

test('whoever takes a portion may take longer than other transactions may stand still', async () => {
  await db.raw(
    `create view analytics.patience as select '${mine}'::uuid as project_id, current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  const pages = [];
  for await (const page of workspaceRows(db, question('patience'))) pages.push(page);
  expect(pages).toEqual([[{ project_id: mine, idle: '10min' }]]);
});

test('a name that is none of a view is refused', async () => {
  await expect(pagesOf('sampled"; drop view "sampled')).rejects.toThrow('not the name of a view');
  await expect(workspaceRows(db, { ...question('sampled'), ids: ["'"] }).next()).rejects.toThrow('not an id');
  await expect(pagesOf('absent')).rejects.toThrow('does not exist');
  expect((await pagesOf('sampled')).pages.length).toBe(5);
});
