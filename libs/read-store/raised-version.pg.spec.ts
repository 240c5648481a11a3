import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import {
  beginRebuild,
  checkpoints,
  migrate,
  openDatabase,
  readStoreMigrations,
  runProjector,
  setUpProjections,
  type Database,
  type Projection,
} from '.';
import { switchToBuild } from './set-up-projection';
import { notes, allRowsOf, testLog, type TestLog } from './testing';

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

function start(...projections: readonly Projection[]) {
  const ending = new AbortController();
  const ended = runProjector({ db, store: log.store, projections, signal: ending.signal, log: () => undefined }).catch(() => undefined);
  running.push({ ending, ended });
}

async function stop(): Promise<void> {
  for (const { ending } of running) ending.abort();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
}

const shown = (name: string, n: number, version: number) =>
  eventually(`${name} v${version} with ${n}`, async () =>
    (await db(`read.${name}`)
      .where({ n, version })
      .first()
      .catch(() => undefined)) === undefined
      ? undefined
      : true,
  );

const written = (version: number) => Array.from({ length: log.written() }, (_, n) => ({ n, times: 1, version }));

describe('a raised version', () => {
  it('is built beside the old one and switched in without a moment in which readers fail or see it half built', async () => {
    await log.write(2_000);
    start(notes('raised', log.type).projection, notes('other', log.type).projection);
    await shown('raised', log.written() - 1, 1);
    await stop();
    const least = log.written();
    let reading = true;
    const counts = new Set<string>();
    const readers = Array.from({ length: 4 }, async () => {
      while (reading) {
        const { rows } = await db.raw<{ rows: { count: string; version: number }[] }>(
          'select count(*), max(raised.version) as version from read.raised join read.other using (n)',
        );
        expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(least);
        counts.add(`v${rows[0]?.version}`);
      }
    });
    const finished = Promise.all(readers);
    const sees = (version: string) => eventually(`a reader of ${version}`, async () => (counts.has(version) ? true : undefined));
    await sees('v1');
    start(notes('raised', log.type, undefined, 2).projection, notes('other', log.type).projection);
    await log.write(10);
    await shown('raised', log.written() - 1, 2);
    await sees('v2');
    reading = false;
    await finished;
    expect([...counts].sort()).toEqual(['v1', 'v2']);
    expect(await allRowsOf(db, 'raised')).toEqual(written(2));
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `select 1 from pg_tables where schemaname = 'projection' and tablename = 'raised_v1'`,
    );
    expect(rows).toEqual([]);
  });

  it('is switched in also when it is the only projection and nothing new happens', async () => {
    await log.write(1);
    start(notes('alone', log.type).projection);
    await shown('alone', log.written() - 1, 1);
    await stop();
    start(notes('alone', log.type, undefined, 2).projection);
    await shown('alone', log.written() - 1, 2);
    expect(await allRowsOf(db, 'alone')).toEqual(written(2));
  });

  it('is not switched in before it has come as far as the one that serves', async () => {
    const [one, two] = [notes('going_back', log.type).projection, notes('going_back', log.type, undefined, 2).projection];
    await setUpProjections(db, [one], 'test');
    await setUpProjections(db, [two], 'test');
    const setCheckpoint = (version: number, columns: object) =>
      db('read_store.checkpoint').where({ name: 'going_back', version }).update(columns);
    await setCheckpoint(1, { position: '20' });
    await setCheckpoint(2, { position: '19' });
    const serving = async () => (await checkpoints.all(db, 'projection')).filter((each) => each.serving).map(({ version }) => version);
    expect(await db.transaction((tx) => switchToBuild(tx, two))).toBe(false);
    expect(await serving()).toEqual([1]);
    await setCheckpoint(2, { position: '20' });
    expect(await db.transaction((tx) => switchToBuild(tx, two))).toBe(true);
    expect(await serving()).toEqual([2]);
  });

  it('replaces one that has stopped, whatever its position', async () => {
    const [one, two] = [notes('stuck', log.type).projection, notes('stuck', log.type, undefined, 2).projection];
    await setUpProjections(db, [one], 'test');
    await setUpProjections(db, [two], 'test');
    await db('read_store.checkpoint').where({ name: 'stuck', version: 1 }).update({ position: '20', stopped_error: 'cannot' });
    expect(await db.transaction((tx) => switchToBuild(tx, two))).toBe(true);
  });

  it('goes on being built when the old release rebuilds its own', async () => {
    const [one, two] = [notes('held', log.type).projection, notes('held', log.type, undefined, 2).projection];
    await setUpProjections(db, [one], 'test');
    await setUpProjections(db, [two], 'test');
    await beginRebuild(db, one);
    const { build } = await beginRebuild(db, one);
    const known = (await checkpoints.all(db, 'projection')).map((each) => `v${each.version} build ${each.build}`);
    expect(known.sort()).toEqual(['v1 build 1', `v1 build ${build}`, 'v2 build 1']);
  });

  it('is switched in by the next start when the first one ended right before', async () => {
    await log.write(1);
    start(notes('late', log.type).projection);
    await shown('late', log.written() - 1, 1);
    await stop();
    await db.raw(`create function refuse() returns event_trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create event trigger refuse_views on ddl_command_start when tag in ('CREATE VIEW') execute function refuse()`);
    start(notes('late', log.type, undefined, 2).projection);
    const built = () =>
      db('projection.late_v2')
        .where({ n: log.written() - 1 })
        .first()
        .catch(() => undefined);
    await eventually('the built version', built);
    await stop();
    expect(await allRowsOf(db, 'late')).toEqual(written(1));
    await db.raw('drop event trigger refuse_views');
    start(notes('late', log.type, undefined, 2).projection);
    await shown('late', log.written() - 1, 2);
  });
});
