import { freshDatabase, onTestServer } from '../../test/setup/fresh-database';
import { eventually } from '../../test/setup/eventually';
import { connectWritable, databaseConnection, isDatabaseUnavailable, openDatabase, runPrepared, type Database } from '.';

let url: string;
let db: Database;
beforeEach(async () => {
  url = await freshDatabase();
  db = openDatabase(url, 1);
  await db.raw('create table item (id int primary key, name text)');
});
afterEach(() => db.destroy());

/** What the database's address leads to from the next connection on. */
const leadTo = (server: 'a standby' | 'the primary') =>
  onTestServer((client) =>
    client.query(
      `alter database ${new URL(url).pathname.slice(1)} ${server === 'a standby' ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    ),
  );

const backend = async (): Promise<number> =>
  (await db.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );
const failing = (code: string, message = 'planted') =>
  db.raw(`do $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$`);

describe('a connection', () => {
  it('to a server that refuses writes is not kept, so that writes go on as soon as the address leads to another', async () => {
    await leadTo('a standby');
    const late = openDatabase(url, 2);
    const refused = await failureOf(late('item').insert({ id: 1 }));
    expect([refused, isDatabaseUnavailable(refused)]).toMatchObject([{ code: '25006' }, true]);
    await leadTo('the primary');
    await eventually('the write', async () => ((await failureOf(late('item').insert({ id: 1 }))) === null ? true : undefined));
    await late.destroy();
  });

  it('that turned read-only under way is not used again', async () => {
    await db.raw('set default_transaction_read_only = on');
    await failureOf(db('item').insert({ id: 1 }));
    expect(await failureOf(db('item').insert({ id: 2 }))).toBeNull();
  });

  it('of its own is refused by a standby too: what is locked there excludes nobody', async () => {
    await leadTo('a standby');
    const own = databaseConnection(url, 5_000);
    expect(await failureOf(connectWritable(own))).toMatchObject({ name: 'ReadOnlyConnection', code: '25006' });
    await own.end();
  });

  it.each([
    ['a statement that the server does not know', '26000'],
    ['a statement that the server knows already', '42P05'],
    ['a broken protocol', '08P01'],
    ['a server without memory', '53200'],
    ['a server that shuts down', '57P01'],
    ['an internal fault', 'XX000'],
  ])('that reports %s is replaced', async (_, code) => {
    const before = await backend();
    expect(await failureOf(failing(code))).toMatchObject({ code });
    expect(await backend()).not.toBe(before);
  });

  it.each([
    ['rows that a constraint refuses', '23505'],
    ['a value that is none', '22P02'],
    ['a deadlock', '40P01'],
  ])('that reports %s stays', async (_, code) => {
    const before = await backend();
    expect(await failureOf(failing(code))).toMatchObject({ code });
    expect(await backend()).toBe(before);
  });

  it('whose statement is not answered is closed, and ends there too', async () => {
    const impatient = openDatabase(url, 1, { answerMs: 300 });
    expect(await failureOf(impatient.raw('select pg_sleep(60)'))).toMatchObject({ message: expect.stringContaining('Query read timeout') });
    const next = () => impatient.raw<{ rows: unknown[] }>('select 1 as one').then(({ rows }) => rows);
    expect(await eventually('the next one', () => next().catch(() => undefined))).toEqual([{ one: 1 }]);
    await impatient.destroy();
    await onTestServer((client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [new URL(url).pathname.slice(1)]),
    );
  });

  it('leaves no transaction open for long when its process stands still', async () => {
    const shown = async (on: Pick<Database, 'raw'>) =>
      (await on.raw<{ rows: object[] }>('show idle_in_transaction_session_timeout')).rows[0];
    const bounded = { idle_in_transaction_session_timeout: '4s' };
    expect(await db.transaction(shown)).toEqual(bounded);
    expect(await db.transaction(shown, { isolationLevel: 'repeatable read' })).toEqual(bounded);
    expect(await shown(db)).toEqual({ idle_in_transaction_session_timeout: '0' });
    expect(isDatabaseUnavailable(Object.assign(new Error('terminating connection'), { code: '25P03' }))).toBe(true);
  });
});

describe('a prepared statement', () => {
  const insert = (id: number) => runPrepared(db, 'insert into item values (:id)', { id });

  it('that a pooler has lost is sent without a name from then on', async () => {
    await insert(1);
    // As if the next transaction ran on another connection of the database.
    await db.raw('deallocate all');
    const lost = await failureOf(insert(2));
    expect([lost, isDatabaseUnavailable(lost)]).toMatchObject([{ code: '26000' }, true]);
    await insert(2);
    await db.raw('deallocate all');
    await insert(3);
    expect(await db('item').pluck('id')).toEqual([1, 2, 3]);
  });

  it('whose table was changed passes: it is prepared again', async () => {
    const all = () => runPrepared<{ rows: unknown[] }>(db, 'select * from item', []);
    await all();
    await db.raw('alter table item add column note text');
    const outdated = await failureOf(all());
    expect([outdated, isDatabaseUnavailable(outdated)]).toMatchObject([{ code: '0A000' }, true]);
    expect((await all()).rows).toEqual([]);
  });
});
