import { setMaxListeners } from 'node:events';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { openDatabase, type Database } from './database';
import { DueTimes, type LoopWait } from './due-times';
import { ProgressListener } from './progress';
import { progressChannel } from './project-batch';

let url: string;
let db: Database;
let progress: ProgressListener;
beforeEach(async () => {
  url = await freshDatabase();
  db = openDatabase(url, 2);
  await db.raw('create table item (due_at timestamptz not null)');
  progress = new ProgressListener(url);
  progress.start();
  await eventually('the listener', async () => (progress.isListening() ? true : undefined));
});
afterEach(async () => {
  await progress.stop();
  await db.destroy();
});

const never = new AbortController().signal;
setMaxListeners(0, never);

const due = '(select extract(epoch from min(due_at) - clock_timestamp()) * 1000 from item)';
const itemIn = (ms: number) => db.raw(`insert into item values (clock_timestamp() + ? * interval '1 millisecond')`, [ms]);
const loopOf = (projections: readonly string[] = ['items'], sql = due): LoopWait =>
  new DueTimes(progress, () => new Date()).loop({ due: sql, projections, pauseMs: 1 });

/** Goes round until nothing is known to be due; gives how long the next wait then takes. */
async function resting(wait: LoopWait, signal = never): Promise<{ readonly ended: Promise<number> }> {
  for (;;) {
    const begun = performance.now();
    const ended = wait(20, signal).then(() => performance.now() - begun);
    const isOver = await Promise.race([ended.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 400, false))]);
    if (!isOver) return { ended };
  }
}

it('goes round as often as the loop wants while something is due', async () => {
  await itemIn(-1_000);
  const wait = loopOf();
  const begun = performance.now();
  for (let round = 0; round < 100; round++) await wait(20, never);
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect((await resting(loopOf([], '1e9'))).ended).toBeInstanceOf(Promise);
});

it('rests while nothing is, until a projection has projected something', async () => {
  const { ended } = await resting(loopOf());
  await db.raw(`select pg_notify('${progressChannel}', 'others 1 5 changed')`);
  expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1_500, 'still resting'))])).toBe('still resting');
  await db.raw(`select pg_notify('${progressChannel}', 'items 1 6 changed')`);
  expect(await ended).toBeLessThan(29_000);
});

it('finds what nobody told of, and waits for what is due later', async () => {
  const { ended } = await resting(loopOf());
  await itemIn(3_000);
  const ms = await ended;
  expect([ms > 2_500, ms < 29_000]).toEqual([true, true]);
});

it('ends with its signal', async () => {
  const ending = new AbortController();
  const { ended } = await resting(loopOf(), ending.signal);
  ending.abort();
  const aborted = performance.now();
  await ended;
  expect(performance.now() - aborted).toBeLessThan(1_000);
});

it('asks for all loops of a process by one statement', async () => {
  const dueTimes = new DueTimes(progress, () => new Date());
  const read = jest.spyOn(progress, 'read');
  const waits = Array.from({ length: 12 }, (_, n) => dueTimes.loop({ due: `${due} + ${n}`, projections: [], pauseMs: 1 }));
  const all = await Promise.all(waits.map((wait) => resting(wait)));
  const before = read.mock.calls.length;
  await itemIn(2_500);
  await Promise.all(all.map(({ ended }) => ended));
  // About one a second: neither one for each loop nor one for each round.
  expect(read.mock.calls.length - before).toBeLessThan(12);
});

it.each([
  ['cannot be asked', async () => void (await db.raw('drop table item'))],
  [
    'has no connection that listens',
    async () => {
      const listening = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
      await db.raw(listening);
    },
  ],
])('takes everything for due where it %s', async (_, trouble) => {
  const { ended } = await resting(loopOf());
  await trouble();
  expect(await ended).toBeLessThan(29_000);
});

it('does not rest where nothing listens', async () => {
  const deaf = new ProgressListener(null);
  const wait = new DueTimes(deaf, () => new Date()).loop({ due: 'null', projections: ['items'], pauseMs: 1 });
  const begun = performance.now();
  for (let round = 0; round < 100; round++) await wait(20, never);
  expect(performance.now() - begun).toBeLessThan(20_000);
});

it('is told once why nothing can be asked, and keeps its connection', async () => {
  const failures: unknown[] = [];
  const wait = new DueTimes(
    progress,
    () => new Date(),
    (error) => failures.push(error),
  ).loop({ due: '(select 1 from pg_sleep(60))', projections: [], pauseMs: 1 });
  for (let round = 0; round < 300; round++) await wait(20, never);
  expect(failures).toEqual([expect.objectContaining({ code: '57014' })]);
  expect(progress.isListening()).toBe(true);
});
