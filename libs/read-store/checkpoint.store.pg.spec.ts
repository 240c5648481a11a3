import { freshDatabase } from '../../test/setup/fresh-database';
import { migrate, openDatabase, readStoreMigrations, type Database } from '.';
import { checkpoints } from './checkpoint.store';

let db: Database;

beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 1);
  await migrate(db, readStoreMigrations);
});
afterAll(() => db.destroy());

it('tells builds in their order, wherever PostgreSQL has put their rows', async () => {
  const row = (name: string, version: number, build: number) => ({
    kind: 'projection',
    name,
    version,
    build,
    store_id: 's',
    position: '0',
  });
  const stored = [row('pins', 2, 1), row('pins', 1, 3), row('accounts', 1, 1), row('pins', 1, 1)];
  await db('read_store.checkpoint').insert(stored.map((each) => ({ ...each, serving: false })));
  // With statistics of so small a table PostgreSQL reads it as it lies, without them by its index.
  await db.raw('analyze read_store.checkpoint');
  const told = await checkpoints.all(db, 'projection');
  expect(told.map(({ name, version, build }) => [name, version, build])).toEqual([
    ['accounts', 1, 1],
    ['pins', 1, 1],
    ['pins', 1, 3],
    ['pins', 2, 1],
  ]);
});
