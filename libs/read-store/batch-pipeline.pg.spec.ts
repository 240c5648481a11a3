import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { checkpoints, migrate, openDatabase, readStoreMigrations, runProjector, type Database, type Projection } from '.';
import { allRowsOf, notes, testLog, type TestLog } from './testing';

let log: TestLog;
let db: Database;
/** Holds what is waited for. */
let holder: Database;
let ended: Promise<unknown> = Promise.resolve();
const ending = new AbortController();
const logged: string[] = [];

beforeAll(async () => {
  log = testLog();
  const url = await freshDatabase();
  [db, holder] = [openDatabase(url), openDatabase(url, 1)];
  await migrate(db, readStoreMigrations);
});
afterAll(async () => {
  ending.abort();
  await ended;
  await Promise.all([db.destroy(), holder.destroy()]);
  await log.store.close();
});

const positionOf = async (name: string) =>
  (await checkpoints.all(db, 'projection')).find((checkpoint) => checkpoint.name === name)?.position ?? -1n;

/** Asks so many statements, each after the answer of the one before, and then writes its rows. */
const asking = (name: string, statements: readonly string[], note: (what: string) => void): Projection => {
  const { projection } = notes(name, log.type);
  return {
    ...projection,
    project: async (facts, context) => {
      for (const statement of statements) {
        note(`${name} asks`);
        await context.tx.raw(statement);
        note(`${name} knows`);
      }
      await projection.project(facts, context);
    },
  };
};

it('asks for all projections of a batch before one is answered; a failure is of the one whose statement it was', async () => {
  let seen: string[] = [];
  const note = (what: string) => void seen.push(what);
  const wait = 'select count(*) from generate_series(1, 20000)';
  await holder.raw('select pg_advisory_lock(8)');
  let slowTries = 0;
  const late = asking('late', [wait, wait, wait], note);
  const { projection } = notes('slow', log.type);
  const timesOut: Projection = {
    ...projection,
    project: async (_, context) => {
      // In the same go, so that what the others are told afterwards is there at the same time.
      slowTries += 1;
      await Promise.all(['set local statement_timeout = 20', 'select pg_advisory_xact_lock(8)'].map((text) => context.tx.raw(text)));
    },
  };
  ended = runProjector({
    db,
    store: log.store,
    projections: [late, timesOut, asking('other', [wait], note)],
    signal: ending.signal,
    log: (level, message) => void logged.push(`${level} ${message}`),
  }).catch((error: unknown) => error);
  const position = await log.write(2);
  await eventually('the others go on', async () =>
    (await positionOf('late')) >= position && (await positionOf('other')) >= position ? true : undefined,
  );
  await eventually('the slow one has stopped', async () => (logged.some((line) => line.includes('slow stopped')) ? true : undefined));
  expect(logged.filter((line) => line.startsWith('error'))).toEqual([expect.stringContaining('slow stopped')]);
  expect(await allRowsOf(db, 'late')).toHaveLength(2);
  // With the others once, or twice where the facts came one by one, then by itself: as often as a fact is tried before it is poison.
  expect([6, 7]).toContain(slowTries);

  seen = [];
  await log.write(1);
  await eventually('both have answered', async () => (seen.filter((what) => what.endsWith('knows')).length >= 4 ? true : undefined));
  expect(seen.slice(0, 2).sort()).toEqual(['late asks', 'other asks']);
});
