import { freshDatabase, onTestServer } from '../../test/setup/fresh-database';
import { tcpProxy } from '../../test/setup/tcp-proxy';
import { isDatabaseUnavailable, isReadModelOlder, jsonb, openDatabase } from '.';

const failureOf = (work: PromiseLike<unknown>): Promise<Error & { code?: string }> =>
  Promise.resolve(work).then(
    () => Promise.reject(new Error('did not fail')),
    (error: Error) => error,
  );

describe('a database', () => {
  it('that says nothing is given up', async () => {
    const url = await freshDatabase();
    const db = openDatabase(url, 1, { answerMs: 300 });
    const error = await failureOf(db.raw('select pg_sleep(30)'));
    expect(error.message).toContain('Query read timeout');
    expect(isDatabaseUnavailable(error)).toBe(true);
    const asleep = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
    await onTestServer((client) => client.query(asleep, [new URL(url).pathname.slice(1)]));
    await db.destroy();
  });

  it('keeps what its sessions need beside options of the address', async () => {
    const url = new URL(await freshDatabase());
    url.searchParams.set('options', '-c search_path=elsewhere -c datestyle=German');
    const db = openDatabase(url.href, 1);
    const { rows } = await db.raw(
      "select current_setting('search_path') as path, current_setting('timezone') as zone, current_setting('datestyle') as style",
    );
    expect(rows).toEqual([{ path: 'elsewhere', zone: 'UTC', style: expect.stringMatching(/^ISO/) }]);
    await db.destroy();
  });

  it('that goes away under a query was not reached', async () => {
    const url = await freshDatabase();
    const proxy = await tcpProxy(Number(new URL(url).port));
    const db = openDatabase(Object.assign(new URL(url), { port: String(proxy.port) }).href);
    await db.raw('select 1');
    const failed = failureOf(db.raw('select pg_sleep(30)'));
    await proxy.stop();
    expect(isDatabaseUnavailable(await failed)).toBe(true);
    await db.destroy();
  });

  it.each([
    ['a statement that took too long', 'set local statement_timeout = 50; select pg_sleep(30)', '57014'],
    ['a rival transaction', "do $$ begin raise exception using errcode = '40001'; end $$", '40001'],
    ['a deadlock', "do $$ begin raise exception using errcode = '40P01'; end $$", '40P01'],
    ['trouble with the disk', "do $$ begin raise exception using errcode = '58030'; end $$", '58030'],
  ])('%s passes', async (_, statement, code) => {
    const db = openDatabase(await freshDatabase(), 1);
    const error = await failureOf(db.transaction((tx) => tx.raw(statement)));
    expect(error.code).toBe(code);
    expect(isDatabaseUnavailable(error)).toBe(true);
    await db.destroy();
  });

  it('is in UTC and reads its times, whatever zone and style of dates its server prefers', async () => {
    const url = await freshDatabase();
    const name = new URL(url).pathname.slice(1);
    for (const setting of [`timezone = 'America/New_York'`, `datestyle = 'SQL, DMY'`])
      await onTestServer((client) => client.query(`alter database ${name} set ${setting}`));
    const db = openDatabase(url, 1);
    // There, clocks are put forward on that day, which has 23 hours.
    const sql = `select ?::timestamptz + interval '1 day' as next, '2026-03-08 12:00:00'::timestamptz as noon`;
    const { rows } = await db.raw<{ rows: object[] }>(sql, [new Date('2026-03-08T00:00:00.000Z')]);
    expect(rows).toEqual([{ next: new Date('2026-03-09T00:00:00.000Z'), noon: new Date('2026-03-08T12:00:00.000Z') }]);
    await db.destroy();
  });

  it('takes any text, alone, in a list and in an object, and leaves what can be stored as it is', async () => {
    const db = openDatabase(await freshDatabase(), 1);
    const half = '😀'.slice(0, 1);
    const texts = ['a\0b', half, 'ä😀\\u0000'];
    const stored = ['a\ufffdb', '\ufffd', 'ä😀\\u0000'];
    const sql = 'select ?::text as text, ?::text[] as list, ?::jsonb as object, ?::jsonb as json';
    const ask = async (on: Pick<typeof db, 'raw'>) =>
      (await on.raw(sql, ['a\0b', texts, { texts, 'k\0': half }, jsonb([texts, new Date(0)])])).rows;
    const object = { texts: stored, 'k\ufffd': stored[1] };
    const row = { text: stored[0], list: stored, object, json: [stored, '1970-01-01T00:00:00.000Z'] };
    expect(await ask(db)).toEqual([row]);
    expect(await db.transaction(ask)).toEqual([row]);
    await db.destroy();
  });

  it('a read model of an older release lacks a table or a column; a table of another owner does not', async () => {
    const db = openDatabase(await freshDatabase(), 1);
    await db.raw('create schema read; create table read.note (n int); create table note (n int)');
    const isOlder = async (work: PromiseLike<unknown>) => isReadModelOlder(await failureOf(work));
    expect(await isOlder(db('read.note').whereIn('author', ['ada']))).toBe(true);
    expect(await isOlder(db.raw('select 1 from read.comment'))).toBe(true);
    expect(await isOlder(db('note').whereIn('author', ['read.note']))).toBe(false);
    expect(await isOlder(db.raw('select count(*) / 0 from read.note'))).toBe(false);
    await db.destroy();
  });

  it('a mistake in a statement does not pass', async () => {
    const db = openDatabase(await freshDatabase(), 1);
    expect(isDatabaseUnavailable(await failureOf(db.raw('select nothing')))).toBe(false);
    await db.destroy();
  });
});
