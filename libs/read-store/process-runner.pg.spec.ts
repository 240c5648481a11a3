import { pause } from '@pps/concurrency';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { checkpoints, ForeignCheckpoint, migrate, openDatabase, readStoreMigrations, runProcess, type Database, type Process } from '.';
import { testLog, type TestLog } from './testing';

let log: TestLog;
let db: Database;
const running: { ending: AbortController; ended: Promise<unknown> }[] = [];

beforeAll(() => void (log = testLog()));
beforeEach(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
});
afterEach(async () => {
  await stop();
  await db.destroy();
});
afterAll(() => log.store.close());

function start(process: Process<number>) {
  const ending = new AbortController();
  const logged: string[] = [];
  const note = (level: string, message: string) => void logged.push(`${level} ${message}`);
  const ended = runProcess(process, { db, store: log.store, signal: ending.signal, log: note }).catch((error: unknown) => error);
  running.push({ ending, ended });
  return { logged, ended };
}

async function stop(): Promise<void> {
  for (const { ending } of running) ending.abort();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
}

/** Counts the facts it has seen; `meet` may fail before or after. */
function counting(name: string, meet: (seen: readonly number[], state: number) => Promise<void> = () => Promise.resolve()) {
  const seen: number[] = [];
  const states: number[] = [];
  const process: Process<number> = {
    name,
    startsAt: 'now',
    handles: [log.type],
    initial: 0,
    react: async (facts, state) => {
      const numbers = facts.map(({ data }) => (data as { n: number }).n);
      seen.push(...numbers);
      states.push(state);
      await meet(numbers, state);
      return state + facts.length;
    },
  };
  return { process, seen, states };
}

const checkpoint = async (name: string) => (await checkpoints.all(db, 'process')).find((candidate) => candidate.name === name);
const exists = (name: string) => eventually(`the checkpoint of ${name}`, () => checkpoint(name));
const at = (name: string, position: bigint) =>
  eventually(`${name} at ${position}`, async () => ((await checkpoint(name))?.position ?? -1n) >= position || undefined);
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe('a process', () => {
  it('begins now, and goes on from its checkpoint with its stored state', async () => {
    await log.write(3);
    const from = log.written();
    const first = counting('going-on');
    start(first.process);
    await exists('going-on');
    await at('going-on', await log.write(4));
    await stop();
    const position = await log.write(2);
    const second = counting('going-on');
    start(second.process);
    await at('going-on', position);
    expect([...first.seen, ...second.seen]).toEqual(numbers(from, 6));
    expect(second.states[0]).toBe(4);
    expect((await checkpoint('going-on'))?.state).toBe(6);
  });

  it('is given a batch again, with the state as it was, when its checkpoint could not be stored', async () => {
    const { process, seen, states } = counting('again');
    start(process);
    await exists('again');
    await db.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before update of position on read_store.checkpoint for each row execute function refuse()`);
    const from = log.written();
    const position = await log.write(1);
    await eventually('the second try', async () => (states.length >= 2 ? true : undefined));
    await db.raw('drop trigger refuse on read_store.checkpoint');
    await at('again', position);
    expect(new Set(seen)).toEqual(new Set([from]));
    expect(new Set(states)).toEqual(new Set([0]));
    expect((await checkpoint('again'))?.state).toBe(1);
  });

  it('is given a batch again that it failed, never the next one before it; the error is stored until it succeeds', async () => {
    let failing = true;
    const { process, seen } = counting('failing', () => (failing ? Promise.reject(new Error('not yet')) : Promise.resolve()));
    start(process);
    const before = (await exists('failing')).position;
    const from = log.written();
    await log.write(1);
    await eventually('the failure', async () => (await checkpoint('failing'))?.stoppedError ?? undefined);
    const position = await log.write(1);
    expect((await checkpoint('failing'))?.position).toBe(before);
    failing = false;
    await at('failing', position);
    expect(seen.filter((n) => n === from).length).toBeGreaterThan(1);
    expect(seen.filter((n) => n === from + 1)).toHaveLength(1);
    expect((await checkpoint('failing'))?.stoppedError).toBeNull();
  });

  it('begins soon with a fact after a rest, and has one batch in 25 ms at most while many come one by one', async () => {
    const begun: number[] = [];
    const { process, seen } = counting('busy', () => Promise.resolve(void begun.push(performance.now())));
    start(process);
    await exists('busy');
    const from = log.written();
    let position = 0n;
    const waits: number[] = [];
    for (let n = 0; n < 10; n++) {
      const [before, written] = [begun.length, performance.now()];
      await at('busy', await log.write(1));
      waits.push((begun[before] ?? Infinity) - written);
      await pause(30);
    }
    // A busy machine may be late now and then.
    expect(Math.min(...waits)).toBeLessThan(20);
    const calm = begun.length;
    for (let n = 0; n < 60; n++) {
      position = await log.write(1);
      await pause(3);
    }
    await at('busy', position);
    expect(seen).toEqual(numbers(from, 70));
    const many = begun.slice(calm);
    expect(many.length).toBeGreaterThan(3);
    // Timers of Node may end a little early.
    expect((many.at(-1) ?? 0) - (many[0] ?? 0)).toBeGreaterThanOrEqual((many.length - 1) * 22);
  });

  it('moves its checkpoint on while only facts of others come', async () => {
    const { process, states } = counting('idle');
    start({ ...process, handles: ['Nothing'] });
    const before = (await exists('idle')).position;
    await eventually('a checkpoint that moves', async () => {
      await log.write(1);
      return ((await checkpoint('idle'))?.position ?? -1n) > before ? true : undefined;
    });
    expect(states).toEqual([]);
  });

  it('is not given facts that do not concern it', async () => {
    const { process, seen } = counting('choosy');
    start({ ...process, concerns: ({ data }) => (data as { n: number }).n % 2 === 0 });
    await exists('choosy');
    const from = log.written();
    await log.write(4);
    await eventually('those that do', async () => (seen.length >= 2 ? true : undefined));
    expect(seen).toEqual(numbers(from, 4).filter((n) => n % 2 === 0));
  });

  it('stays refused once its checkpoint was ahead of the log, however far that grows', async () => {
    const { process, seen } = counting('ahead');
    start(process);
    await exists('ahead');
    await stop();
    const position = await log.write(1);
    await db('read_store.checkpoint').update({ position: (position + 10n).toString() });
    expect(await start(process).ended).toBeInstanceOf(ForeignCheckpoint);
    expect(await log.write(40)).toBeGreaterThan(position + 10n);
    expect(await start(process).ended).toBeInstanceOf(ForeignCheckpoint);
    expect(seen).toEqual([]);
    expect((await checkpoint('ahead'))?.refused).toContain('ahead of');
  });

  it('ends when the database has lost its last checkpoint, and is given the facts since the stored one again', async () => {
    const { process, seen } = counting('lost');
    const first = start(process);
    const begin = (await exists('lost')).position;
    const stored = await log.write(2);
    await at('lost', stored);
    await db('read_store.checkpoint').where({ name: 'lost' }).update({ position: begin.toString(), state: '0' });
    const later = await log.write(1);
    expect(await first.ended).toMatchObject({ name: 'CommitsLost' });
    expect(await checkpoint('lost')).toMatchObject({ position: begin, state: 0 });
    const before = seen.length;
    start(process);
    await at('lost', later);
    expect(seen.slice(before)).toHaveLength(3);
    expect(await checkpoint('lost')).toMatchObject({ state: 3 });
  });

  it('ends for a lost checkpoint also when only facts of others come', async () => {
    const { process } = counting('lost in idleness');
    const first = start({ ...process, handles: ['Nothing'] });
    const begin = (await exists(process.name)).position;
    await at(process.name, await log.write(1));
    await db('read_store.checkpoint').where({ name: process.name }).update({ position: begin.toString() });
    let hasEnded = false;
    void first.ended.then(() => (hasEnded = true));
    await eventually('its end', async () => {
      await log.write(1);
      return hasEnded || undefined;
    });
    expect(await first.ended).toMatchObject({ name: 'CommitsLost' });
  });

  it('never brings the checkpoint back that another holder of the duty has moved on', async () => {
    let release = () => undefined as void;
    const stalled = new Promise<void>((resolve) => (release = resolve));
    const { process, states } = counting('fenced', () => stalled);
    start(process);
    await exists('fenced');
    await log.write(1);
    await eventually('the stall', async () => (states.length > 0 ? true : undefined));
    const later = await log.write(1);
    await db('read_store.checkpoint')
      .where({ name: 'fenced' })
      .update({ position: (later + 10n).toString(), state: '100' });
    release();
    await stop();
    expect(await checkpoint('fenced')).toMatchObject({ position: later + 10n, state: 100 });
  });
});
