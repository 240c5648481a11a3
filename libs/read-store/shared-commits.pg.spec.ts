import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { openDatabase, SharedCommits, type CommitPart, type Database } from '.';

let db: Database;
beforeAll(async () => void (db = openDatabase(await freshDatabase())));
afterAll(() => db.destroy());

const part = (name: string, value: string): CommitPart => ({
  statements: `${name}_made as (select ${value} as value)`,
  answer: `(select value from ${name}_made)`,
  bindings: {},
});

/** A process's commits, and the statements that they were sent with. */
function watchCommits() {
  const commits = new SharedCommits(db, 0);
  const sent: string[] = [];
  db.removeAllListeners('query');
  db.on('query', ({ sql }: { sql: string }) => void (sql.startsWith('with ') && sent.push(sql)));
  const round = async (one: string, other: string) => {
    const before = sent.length;
    const answers = await Promise.allSettled([
      commits.join('one', () => part('one', one)),
      commits.join('other', () => part('other', other)),
    ]);
    return [...answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.answer : 'failed')), sent.length - before];
  };
  return { commits, sent, round };
}

it('sends all parts in one statement; after a failure each alone, until its own succeeds', async () => {
  const { round } = watchCommits();
  expect(await round('1', '2')).toEqual([1, 2, 1]);
  expect(await round('1', '1 / 0')).toEqual(['failed', 'failed', 1]);
  expect(await round('1', '1 / 0')).toEqual([1, 'failed', 2]);
  expect(await round('1', '2')).toEqual([1, 2, 2]);
  expect(await round('1', '2')).toEqual([1, 2, 1]);
});

it('lets no other part wait for one whose last statement hangs', async () => {
  const { commits, sent } = watchCommits();
  const lock = await db.transaction();
  await lock.raw('set local idle_in_transaction_session_timeout = 0');
  await lock.raw('select pg_advisory_xact_lock(1)');
  const hang = () => commits.join('other', () => part('other', 'pg_advisory_xact_lock(1)::text'));
  const first = hang();
  await eventually('the first statement', async () => (sent.length > 0 ? true : undefined));
  const second = hang();
  expect(await commits.join('one', () => part('one', '1'))).toMatchObject({ answer: 1 });
  await lock.commit();
  await Promise.all([first, second]);
});
