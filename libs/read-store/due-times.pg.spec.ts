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
/** The loops' waits as they are, and how long each was last begun for: 30 s by one that rests. */
const watched = (listener: ProgressListener) => {
  const begunFor: number[] = [];
  const loop: ProgressListener['loop'] = (projections, pauseMs) => {
    const wait = listener.loop(projections, pauseMs);
    const index = begunFor.push(0) - 1;
    return (ms, signal) => {
      begunFor[index] = ms;
      return wait(ms, signal);
    };
  };
  const part = {
    loop,
    isListening: () => listener.isListening(),
    read: jest.fn(listener.read.bind(listener)) as ProgressListener['read'],
    observe: listener.observe.bind(listener),
  };
  return { part, begunFor };
};

interface Loop {
  readonly wait: LoopWait;
  /** Whether the wait that it is in now is a rest. */
  readonly isResting: () => boolean;
}

const restMs = 30_000;
function loopsOf(
  questions: readonly string[],
  projections: readonly string[] = ['items'],
): { readonly loops: Loop[]; readonly asked: () => number } {
  const { part, begunFor } = watched(progress);
  const dueTimes = new DueTimes(part, () => new Date());
  const loops = questions.map((sql, index) => {
    const wait = dueTimes.loop({ due: sql, projections, pauseMs: 1 });
    return { wait, isResting: () => begunFor[index] === restMs };
  });
  return { loops, asked: () => jest.mocked(part.read).mock.calls.length };
}
const loopOf = (projections: readonly string[] = ['items'], sql = due): Loop => loopsOf([sql], projections).loops[0] as Loop;

/** Goes round until nothing is known to be due; gives the wait in which the loop rests, and how long it takes. */
async function resting({ wait, isResting }: Loop, signal = never): Promise<{ readonly ended: Promise<number> }> {
  for (;;) {
    const begun = performance.now();
    const ended = wait(20, signal).then(() => performance.now() - begun);
    if (isResting()) return { ended };
    await ended;
  }
}

it('goes round as often as the loop wants while something is due', async () => {
  await itemIn(-1_000);
  const { wait, isResting } = loopOf();
  for (let round = 0; round < 100; round++) {
    await wait(20, never);
    expect(isResting()).toBe(false);
  }
});

it('rests while nothing is, until a projection has projected something', async () => {
  const { ended } = await resting(loopOf());
  await db.raw(`select pg_notify('${progressChannel}', 'items 1 6 changed')`);
  expect(await ended).toBeLessThan(29_000);
});

it('rests on where something was projected and nothing is due, if that is all that the loop does', async () => {
  const { part, begunFor } = watched(progress);
  const wait = new DueTimes(part, () => new Date()).loop({ due, projections: ['items'], pauseMs: 1, isWhole: true });
  const begun = performance.now();
  const { ended } = await resting({ wait, isResting: () => begunFor[0] === restMs });
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const told = () => db.raw(`select pg_notify('${progressChannel}', 'items 1 6 changed')`);
  const asked = () => jest.mocked(part.read).mock.calls.length;
  const warned = jest.spyOn(process, 'emitWarning');
  for (let times = 0; times < 20; times++) {
    const before = asked();
    await told();
    await eventually('a question', async () => (asked() > before ? true : undefined));
  }
  expect(hasEnded).toBe(false);
  // Of listeners, which would be one for each question.
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
  await itemIn(0);
  await told();
  await ended;
  expect(performance.now() - begun).toBeLessThan(29_000);
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
  expect(performance.now() - aborted).toBeLessThan(10_000);
});

it('asks for all loops of a process by one statement', async () => {
  const { loops, asked } = loopsOf(
    Array.from({ length: 12 }, (_, n) => `${due} + ${n}`),
    [],
  );
  const all = await Promise.all(loops.map((loop) => resting(loop)));
  const before = asked();
  await itemIn(2_500);
  await Promise.all(all.map(({ ended }) => ended));
  // About one a second: neither one for each loop nor one for each round.
  expect(asked() - before).toBeLessThan(12);
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
