import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { countRunning, migrate, openDatabase, readStoreMigrations, SharedCommits, witnessCommits, type Database } from '.';
import { loseCommits } from './testing';

let db: Database;
let databaseUrl: string;
const ending = new AbortController();

beforeAll(async () => {
  databaseUrl = await freshDatabase();
  db = openDatabase(databaseUrl);
  await migrate(db, readStoreMigrations);
});
afterAll(async () => {
  ending.abort();
  await db.destroy();
});

/** A process that counts; resolves to what ended it. */
async function witness(used: Database = db, signal = ending.signal, commits = new SharedCommits(used, 10)) {
  const { rows: before } = await db.raw<{ rows: { process: string }[] }>('select process from read_store.commit_witness');
  const ended = witnessCommits({ db: used, url: databaseUrl, commits, signal }).then(
    () => 'ended',
    (error: Error) => error.name,
  );
  const known = new Set(before.map(({ process }) => process));
  const countOf = async () => {
    const { rows } = await db.raw<{ rows: { process: string; count: string }[] }>('select process, count from read_store.commit_witness');
    return Number(rows.find(({ process }) => !known.has(process))?.count ?? -1);
  };
  const reaches = (least: number) => eventually(`a count of ${least}`, async () => ((await countOf()) >= least ? true : undefined));
  await reaches(2);
  return { ended, countOf, reaches };
}

it('counts until the process ends, and leaves nothing behind then', async () => {
  const own = new AbortController();
  const { ended, countOf } = await witness(db, own.signal);
  expect(await countRunning(db, 60)).toBe(1);
  own.abort();
  expect([await ended, await countOf(), await countRunning(db, 60)]).toEqual(['ended', -1, 0]);
});

it('stores no count after the end, where the first one was still to be sent', async () => {
  const own = new AbortController();
  const commits = new SharedCommits(db, 10);
  const ended = witnessCommits({ db, url: databaseUrl, commits, signal: own.signal });
  own.abort();
  await ended;
  await commits.join('other', () => ({ statements: 'other_read as (select 1)', answer: 'true', bindings: {} }));
  expect(await countRunning(db, 60)).toBe(0);
});

it('tells a process that was killed from one that runs, after a while', async () => {
  await db.raw(
    `insert into read_store.commit_witness (process, count, counted_at) values (gen_random_uuid(), 5, clock_timestamp() - interval '1 hour')`,
  );
  expect([await countRunning(db, 60), await countRunning(db, 7_200)]).toEqual([0, 1]);
  await db.raw('delete from read_store.commit_witness');
});

it('ends with CommitsLost when its last commits are gone, or its row is', async () => {
  const first = await witness();
  await loseCommits(db, 1);
  expect(await first.ended).toBe('CommitsLost');
  await eventually('no row that says it runs', async () => (await countRunning(db, 60)) === 0 || undefined);
  const second = await witness();
  await loseCommits(db, 'all');
  expect(await second.ended).toBe('CommitsLost');
});

it('ends with CommitsLost when a backup was restored from before its table existed', async () => {
  const { ended } = await witness();
  await db.raw('alter table read_store.commit_witness rename to not_there_yet');
  try {
    expect(await ended).toBe('CommitsLost');
  } finally {
    await db.raw('alter table read_store.not_there_yet rename to commit_witness');
  }
});

it('goes on beside a part of the same commits that fails, also for want of a table', async () => {
  const commits = new SharedCommits(db, 10);
  const own = new AbortController();
  const { ended, countOf, reaches } = await witness(db, own.signal, commits);
  const broken = { statements: 'other_read as (select count(*) from read_store.not_there)', answer: 'true', bindings: {} };
  const failing = async () => {
    for (; !own.signal.aborted; await new Promise(setImmediate))
      await expect(commits.join('other', () => broken)).rejects.toThrow('not_there');
  };
  const failed = failing();
  await reaches((await countOf()) + 5);
  own.abort();
  await failed;
  expect(await ended).toBe('ended');
});

it('goes on over a database that does not answer for a while, also where the outcome of a count is unknown', async () => {
  let asked = 0;
  const shaky = new Proxy(db, {
    get: (target, name) =>
      name === 'raw'
        ? (...statement: Parameters<Database['raw']>) => ({
            options: async () => {
              asked += 1;
              if (asked % 5 === 1) throw new Error('connect ECONNREFUSED');
              const answer: unknown = await target.raw(...statement);
              if (asked % 5 === 3) throw new Error('Connection terminated unexpectedly');
              return answer;
            },
          })
        : (Reflect.get(target, name) as unknown),
  });
  const own = new AbortController();
  const { ended, reaches } = await witness(shaky, own.signal);
  await reaches(10);
  own.abort();
  expect(await ended).toBe('ended');
});
