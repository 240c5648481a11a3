import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { IdleCheckpoints, migrate, openDatabase, readStoreMigrations, type Database } from '.';

let db: Database;

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
});
afterAll(() => db.destroy());

const insert = (name: string, position: number) =>
  db('read_store.checkpoint').insert({ kind: 'process', name, version: 1, position, store_id: 'a store', serving: true });
const positionOf = async (name: string) => Number((await db('read_store.checkpoint').where({ name }).first('position'))?.position);

describe('checkpoints of processes with nothing to do', () => {
  it('are stored by one statement, whatever their number, and none of a process that was forgotten', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `idle ${index}`);
    for (const name of [...names, 'forgotten']) await insert(name, 5);
    const statements: string[] = [];
    db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    const idle = new IdleCheckpoints(db);
    const moved: boolean[] = [];
    for (const position of [7n, 9n]) {
      for (const name of [...names, 'forgotten']) idle.note(name, { position, saved: 5n, onStored: (isMoved) => moved.push(isMoved) });
    }
    idle.forget('forgotten');
    await eventually('all of them stored', () => Promise.resolve(moved.length >= names.length || undefined));
    expect(statements.filter((sql) => sql.includes('read_store.checkpoint'))).toHaveLength(1);
    expect(moved).toEqual(names.map(() => true));
    expect(await Promise.all(names.map(positionOf))).toEqual(names.map(() => 9));
    expect(await positionOf('forgotten')).toBe(5);
  });

  it('go neither back nor on from one that the database has lost, and say so', async () => {
    await insert('ahead', 20);
    await insert('lost', 3);
    const idle = new IdleCheckpoints(db);
    const moved = new Map<string, boolean>();
    for (const name of ['ahead', 'lost']) idle.note(name, { position: 9n, saved: 5n, onStored: (isMoved) => moved.set(name, isMoved) });
    await eventually('both answered', () => Promise.resolve(moved.size === 2 || undefined));
    expect([...moved.values()]).toEqual([false, false]);
    expect([await positionOf('ahead'), await positionOf('lost')]).toEqual([20, 3]);
  });
});
