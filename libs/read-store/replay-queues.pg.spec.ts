import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { checkpointOf, passed, StartedProjectors } from '../../test/setup/started-projectors';
import { tcpProxy } from '../../test/setup/tcp-proxy';
import { beginRebuild, checkpoints, migrate, openDatabase, readStoreMigrations, type Database, type Projection } from '.';
import { allRowsOf, notes, testLog, type TestLog } from './testing';

// More than any queue holds.
const facts = 20_000;

let log: TestLog;
let head: bigint;
let db: Database;
let url: string;
const projectors = new StartedProjectors();

beforeAll(async () => {
  log = testLog();
  head = await log.write(facts);
});
beforeEach(async () => {
  url = await freshDatabase();
  db = openDatabase(url);
  await migrate(db, readStoreMigrations);
});
afterEach(async () => {
  await projectors.stopAll();
  await db.destroy();
});
afterAll(() => log.store.close());

const start = (projections: readonly Projection[], database = db) => projectors.start(database, log.store, projections);
const known = (name: string) => checkpointOf(db, name);
const passedHead = (name: string) => passed(db, name, head);
const eachOnce = (count = facts) => Array.from({ length: count }, (_, n) => ({ n, times: 1, version: 1 }));

it('replays the quick ones to the end while a slow one has hardly begun, each fact once', async () => {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isFirst = true;
  const slow = notes('slow', log.type, async () => {
    if (isFirst) isFirst = false;
    else await released;
  });
  const quick = notes('quick', log.type);
  start([slow.projection, quick.projection]);
  await eventually('the quick one further on', async () => {
    const [one, other] = [await known('quick'), await known('slow')];
    return (one?.position ?? -1n) > (other?.position ?? -1n) + 1_000n ? true : undefined;
  });
  release();
  await passedHead('slow');
  await passedHead('quick');
  expect(await allRowsOf(db, 'slow')).toEqual(eachOnce());
  expect(await allRowsOf(db, 'quick')).toEqual(eachOnce());
});

it('stops one at a poison fact in the middle of what is queued, with every fact before it, and no other', async () => {
  const poison = 9_321;
  const sick = notes('sick', log.type, (batch) => {
    if (batch.some((fact) => (fact.data as { n: number }).n === poison)) throw new Error(`cannot take ${poison}`);
  });
  start([sick.projection, notes('healthy', log.type).projection]);
  await passedHead('healthy');
  await eventually('the stop', async () => (await known('sick'))?.stoppedError ?? undefined);
  expect(await allRowsOf(db, 'sick')).toEqual(eachOnce(poison));
  expect(await allRowsOf(db, 'healthy')).toEqual(eachOnce());
});

it('ends in the middle with all builds at one position, and goes on from there', async () => {
  const quick = notes('quick', log.type);
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  // However long it waits, its transaction is not ended meanwhile.
  const slow = notes('slow', log.type, (_, tx) => tx.raw('set local idle_in_transaction_session_timeout = 0').then(() => released));
  const { stop } = start([slow.projection, quick.projection]);
  await eventually('the quick one two batches ahead', async () => (((await known('quick'))?.position ?? -1n) > 4_000n ? true : undefined));
  const begun = performance.now();
  const stopped = stop();
  release();
  await stopped;
  const tookLong = performance.now() - begun >= 3_000;
  const ends = (await checkpoints.all(db, 'projection')).map(({ position }) => position);
  expect(ends[0] === ends[1] || tookLong).toBe(true);
  expect(ends[0]).toBeLessThan(head);
  start([slow.projection, quick.projection]);
  await passedHead('slow');
  await passedHead('quick');
  expect(await allRowsOf(db, 'slow')).toEqual(eachOnce());
  expect(await allRowsOf(db, 'quick')).toEqual(eachOnce());
});

it('goes on after the database was away in the middle, without loss or repeat', async () => {
  const proxy = await tcpProxy(Number(new URL(url).port));
  const away = openDatabase(Object.assign(new URL(url), { port: String(proxy.port) }).href);
  const projections = ['one', 'two', 'three', 'four'].map((name) => notes(name, log.type).projection);
  const { logged, stop } = start(projections, away);
  await eventually('a beginning', async () => (((await known('one'))?.position ?? -1n) > -1n ? true : undefined));
  await proxy.stop();
  await eventually('the wait', async () => logged.find((line) => line.includes('the database is unavailable')));
  const back = await tcpProxy(Number(new URL(url).port), proxy.port);
  for (const { name } of projections) await passedHead(name);
  for (const { name } of projections) expect(await allRowsOf(db, name)).toEqual(eachOnce());
  expect(logged.filter((line) => line.startsWith('error'))).toEqual([]);
  await stop();
  await away.destroy();
  await back.stop();
});

it('makes the same rows as a build that follows alone', async () => {
  const compared: Projection = {
    name: 'compared',
    version: 1,
    handles: [log.type],
    tables: ['compared'],
    create: async ({ tx, table }) => void (await tx.raw(`create table ${table('compared')} (stream text primary key, ns int[] not null)`)),
    project: async (batch, { tx, table }) => {
      for (const stream of new Set(batch.map((fact) => fact.stream))) {
        const ns = batch.filter((fact) => fact.stream === stream).map((fact) => (fact.data as { n: number }).n);
        await tx.raw(
          `insert into ${table('compared')} as present values (?, ?) on conflict (stream) do update set ns = present.ns || excluded.ns`,
          [stream, ns],
        );
      }
    },
  };
  start([compared, notes('beside', log.type).projection]);
  await passedHead('compared');
  await beginRebuild(db, compared, 'keep');
  const finding = await eventually(
    'a finding',
    async () => (await checkpoints.all(db, 'projection')).find(({ build }) => build === 2)?.finding ?? undefined,
  );
  expect(finding).toMatch(/^equal at/);
});
