import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { randomUUID } from 'node:crypto';
import { IdleCheckpoints, migrate, openDatabase, readStoreMigrations, type Database } from '.';

let db: Database;
let failures = 0;

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  db.on('query-error', () => (failures += 1));
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
    const eventId = randomUUID();
    for (const position of [7n, 9n]) {
      for (const name of [...names, 'forgotten'])
        idle.note(name, { eventId, position, saved: 5n, onStored: (isMoved) => moved.push(isMoved) });
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
    for (const name of ['ahead', 'lost'])
      idle.note(name, { eventId: randomUUID(), position: 9n, saved: 5n, onStored: (isMoved) => moved.set(name, isMoved) });
    await eventually('both answered', () => Promise.resolve(moved.size === 2 || undefined));
    expect([...moved.values()]).toEqual([false, false]);
    expect([await positionOf('ahead'), await positionOf('lost')]).toEqual([20, 3]);
  });

  it('wait for one that somebody else holds, without holding up the others, and clear what stopped a process before', async () => {
    for (const name of ['held', 'free']) await insert(name, 5);
    await db('read_store.checkpoint').where({ name: 'free' }).update({ stopped_error: 'an old one' });
    const idle = new IdleCheckpoints(db);
    const moved: string[] = [];
    const tx = await db.transaction();
    await tx.raw('set local idle_in_transaction_session_timeout = 0');
    await tx('read_store.checkpoint').where({ name: 'held' }).forUpdate().select();
    for (const name of ['held', 'free'])
      idle.note(name, { eventId: randomUUID(), position: 9n, saved: 5n, onStored: (isMoved) => moved.push(`${name} ${isMoved}`) });
    await eventually('the free one', () => Promise.resolve(moved.length > 0 || undefined));
    expect(moved).toEqual(['free true']);
    expect(await db('read_store.checkpoint').where({ name: 'free' }).first('stopped_error')).toEqual({ stopped_error: null });
    await tx.rollback();
    await eventually('the held one', () => Promise.resolve(moved.length > 1 || undefined));
    expect(moved).toEqual(['free true', 'held true']);
  });

  it('are stored once the database answers again', async () => {
    await insert('unreachable', 5);
    const idle = new IdleCheckpoints(db);
    await db.raw('alter table read_store.checkpoint rename to hidden');
    idle.note('unreachable', { eventId: randomUUID(), position: 9n, saved: 5n, onStored: () => undefined });
    await eventually('a failed try', () => Promise.resolve(failures > 0 || undefined));
    await db.raw('alter table read_store.hidden rename to checkpoint');
    await eventually('the checkpoint', async () => (await positionOf('unreachable')) === 9 || undefined);
  });
});
