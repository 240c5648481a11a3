import { freshDatabase } from '../../../test/setup/fresh-database';
import { openDatabase } from '../database';
import { migrate } from './migrate';
import type { VersionedMigration } from './migration';

const create = (name: string): VersionedMigration => ({
  name: `spec/${name}`,
  up: async (tx) => void (await tx.raw(`create table ${name} (n int)`)),
});

describe('migrations', () => {
  it('run once, in order, by whichever of the processes that start together is first', async () => {
    const url = await freshDatabase();
    const processes = Array.from({ length: 5 }, () => openDatabase(url, 1));
    const fill: VersionedMigration = { name: 'spec/fill', up: async (tx) => void (await tx.raw('insert into one values (1)')) };
    await Promise.all(processes.map((db) => migrate(db, [create('one'), fill])));
    await Promise.all(processes.map((db) => migrate(db, [create('one'), fill, create('two')])));
    const [db] = processes;
    expect(await db?.('one').select('*')).toEqual([{ n: 1 }]);
    expect(await db?.('read_store.migration').orderBy('applied_at').orderBy('name').pluck('name')).toHaveLength(3);
    for (const each of processes) await each.destroy();
  });

  it('leave nothing half done', async () => {
    const db = openDatabase(await freshDatabase(), 1);
    const failing: VersionedMigration = {
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

  it('apply a function again when its text is a new one, and never the text of an older release', async () => {
    const db = openDatabase(await freshDatabase(), 1);
    const answering = (answer: number) => ({
      name: 'spec/answer',
      sql: `create or replace function answer() returns int language sql as 'select ${answer}'; update applied set times = times + 1;`,
    });
    const state = async () => {
      const { rows } = await db.raw<{ rows: { answer: number; times: number }[] }>('select answer(), times from applied');
      return rows[0];
    };
    await db.raw('create table applied (times int); insert into applied values (0)');
    await migrate(db, [answering(1)]);
    await migrate(db, [answering(1)]);
    expect(await state()).toEqual({ answer: 1, times: 1 });
    await migrate(db, [answering(2)]);
    expect(await state()).toEqual({ answer: 2, times: 2 });
    await migrate(db, [answering(1)]);
    expect(await state()).toEqual({ answer: 2, times: 2 });
    await db.destroy();
  });

  it('apply a function after the tables that it uses, wherever it stands', async () => {
    const db = openDatabase(await freshDatabase(), 1);
    const counting = { name: 'spec/counting', sql: `create function counted() returns bigint language sql as 'select count(*) from late'` };
    await migrate(db, [counting, create('late')]);
    const { rows } = await db.raw<{ rows: unknown[] }>('select counted()');
    expect(rows).toEqual([{ counted: '0' }]);
    await db.destroy();
  });

  it('wait for one that is at work for longer than a statement may take', async () => {
    const url = await freshDatabase();
    const [first, second] = [openDatabase(url, 1), openDatabase(Object.assign(new URL(url), {}).href, 1)];
    const timeouts: string[] = [];
    const showTimeout: VersionedMigration = {
      name: 'spec/show-timeout',
      up: async (tx) => {
        const { rows } = await tx.raw<{ rows: { statement_timeout: string }[] }>('show statement_timeout');
        timeouts.push(rows[0]?.statement_timeout ?? '');
      },
    };
    await Promise.all([migrate(first, [showTimeout]), migrate(second, [showTimeout])]);
    expect(timeouts).toEqual(['10min']);
    await Promise.all([first.destroy(), second.destroy()]);
  });
});
