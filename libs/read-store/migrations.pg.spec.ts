import { freshDatabase } from '../../test/setup/fresh-database';
import { migrate, openDatabase, type Migration } from '.';

const create = (name: string): Migration => ({
  name: `spec/${name}`,
  up: async (tx) => void (await tx.raw(`create table ${name} (n int)`)),
});

describe('migrations', () => {
  it('run once, in order, by whichever of the processes that start together is first', async () => {
    const url = await freshDatabase();
    const processes = Array.from({ length: 5 }, () => openDatabase(url, 1));
    const fill: Migration = { name: 'spec/fill', up: async (tx) => void (await tx.raw('insert into one values (1)')) };
    await Promise.all(processes.map((db) => migrate(db, [create('one'), fill])));
    await Promise.all(processes.map((db) => migrate(db, [create('one'), fill, create('two')])));
    const [db] = processes;
    expect(await db?.('one').select('*')).toEqual([{ n: 1 }]);
    expect(await db?.('service.migration').orderBy('applied_at').orderBy('name').pluck('name')).toHaveLength(3);
    for (const each of processes) await each.destroy();
  });

  it('leave nothing half done', async () => {
    const db = openDatabase(await freshDatabase(), 1);
    const failing: Migration = {
      name: 'spec/failing',
      up: async (tx) => {
        await tx.raw('create table half (n int)');
        throw new Error('stopped in the middle');
      },
    };
    await expect(migrate(db, [create('before'), failing])).rejects.toThrow('stopped in the middle');
    const tables = () => db('pg_tables').whereIn('tablename', ['before', 'half']).pluck('tablename');
    expect(await tables()).toEqual([]);
    await migrate(db, [create('before'), create('half')]);
    expect((await tables()).sort()).toEqual(['before', 'half']);
    await db.destroy();
  });

  it('wait for one that holds the place for longer than a statement may take', async () => {
    const url = await freshDatabase();
    const [first, second] = [openDatabase(url, 1), openDatabase(Object.assign(new URL(url), {}).href, 1)];
    const timeouts: string[] = [];
    const look: Migration = {
      name: 'spec/look',
      up: async (tx) => {
        const { rows } = await tx.raw<{ rows: { statement_timeout: string }[] }>('show statement_timeout');
        timeouts.push(rows[0]?.statement_timeout ?? '');
      },
    };
    await Promise.all([migrate(first, [look]), migrate(second, [look])]);
    expect(timeouts).toEqual(['10min']);
    await Promise.all([first.destroy(), second.destroy()]);
  });
});
