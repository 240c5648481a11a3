import { Client } from 'pg';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { tcpProxy } from '../../test/setup/tcp-proxy';
import {
  checkpoints,
  ForeignCheckpoint,
  migrate,
  openDatabase,
  readStoreMigrations,
  runProjector,
  type Database,
  type Projection,
} from '.';
import { notes, allRowsOf, testLog, type TestLog } from './testing';

let log: TestLog;
let db: Database;
let url: string;
const running: { ending: AbortController; ended: Promise<unknown> }[] = [];

beforeAll(() => void (log = testLog()));
beforeEach(async () => {
  url = await freshDatabase();
  db = openDatabase(url);
  await migrate(db, readStoreMigrations);
});
afterEach(async () => {
  for (const { ending } of running) ending.abort();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
  await db.destroy();
});
afterAll(() => log.store.close());

function start(projections: readonly Projection[], database = db) {
  const ending = new AbortController();
  const logged: string[] = [];
  const ended = runProjector({
    db: database,
    store: log.store,
    projections,
    signal: ending.signal,
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  running.push({ ending, ended });
  return {
    logged,
    ended,
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}

const positionOf = async (name: string, version = 1) =>
  (await checkpoints.all(db, 'projection')).find((checkpoint) => checkpoint.name === name && checkpoint.version === version)?.position ??
  -1n;

const passed = (name: string, position: bigint, version = 1) =>
  eventually(`${name} v${version} past ${position}`, async () => ((await positionOf(name, version)) >= position ? true : undefined));

/** A row for each fact, each written once. */
const eachOnce = (count: number, version = 1) => Array.from({ length: count }, (_, n) => ({ n, times: 1, version }));

describe('the projector', () => {
  it('writes rows and checkpoint together, and starts again where it stopped', async () => {
    const { projection } = notes('plain', log.type);
    const first = start([projection]);
    await passed('plain', await log.write(250));
    await first.stop();
    const position = await log.write(50);
    start([projection]);
    await passed('plain', position);
    expect(await allRowsOf(db, 'plain')).toEqual(eachOnce(log.written()));
  });

  it('says of which projections it has only moved the checkpoint, so that nobody looks for new rows there', async () => {
    const heard: string[] = [];
    const client = new Client({ connectionString: url });
    await client.connect();
    client.on('notification', ({ payload = '' }) => void heard.push(...payload.split(',')));
    await client.query('listen projection_progress');
    start([notes('concerned', log.type).projection, notes('unconcerned', 'of another type').projection]);
    await passed('unconcerned', await log.write(1));
    await passed('unconcerned', await log.write(1));
    await eventually('both', async () =>
      ['concerned', 'unconcerned'].every((name) => heard.some((part) => part.startsWith(name))) ? true : undefined,
    );
    await client.end();
    expect(heard.filter((part) => part.startsWith('unconcerned') && !part.endsWith(' unchanged'))).toEqual([]);
    expect(heard.some((part) => part.startsWith('concerned') && !part.endsWith(' unchanged'))).toBe(true);
  });

  it('takes back rows whose checkpoint could not be stored', async () => {
    const { projection } = notes('together', log.type);
    const first = start([projection]);
    await passed('together', await log.write(1));
    await first.stop();
    const before = await allRowsOf(db, 'together');
    await db.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before update of position on read_store.checkpoint for each row execute function refuse()`);
    await log.write(1);
    const second = start([projection]);
    await eventually('the stop', async () => second.logged.find((line) => line.includes('together stopped')));
    expect(await allRowsOf(db, 'together')).toEqual(before);
  });

  it('leaves a projection behind that cannot project a fact, with its error stored, while the others go on', async () => {
    const healthy = notes('healthy', log.type);
    let poison = log.written() + 3;
    const sick = notes('sick', log.type, (facts) => {
      if (facts.some((fact) => (fact.data as { n: number }).n === poison)) throw new Error(`cannot take ${poison}`);
    });
    const first = start([sick.projection, healthy.projection]);
    await passed('healthy', await log.write(10));
    await passed('healthy', await log.write(10));
    expect(await allRowsOf(db, 'healthy')).toEqual(eachOnce(log.written()));
    const stoppedError = await eventually(
      'the stop',
      async () => (await checkpoints.all(db, 'projection')).find(({ name }) => name === 'sick')?.stoppedError ?? undefined,
    );
    expect(stoppedError).toContain(`cannot take ${poison}`);
    await first.stop();
    poison = -1;
    await db('read_store.checkpoint').where({ name: 'sick' }).update({ stopped_error: null });
    start([sick.projection, healthy.projection]);
    const last = await log.write(1);
    // The one that was behind has queues and transactions of its own until it has caught up.
    for (const name of ['sick', 'healthy']) await passed(name, last);
    expect(await allRowsOf(db, 'sick')).toEqual(eachOnce(log.written()));
    expect(await allRowsOf(db, 'healthy')).toEqual(eachOnce(log.written()));
  });

  it('waits while the database is away, and goes on', async () => {
    const proxy = await tcpProxy(Number(new URL(url).port));
    const away = openDatabase(Object.assign(new URL(url), { port: String(proxy.port) }).href);
    const { projection } = notes('patient', log.type);
    const projector = start([projection], away);
    await passed('patient', await log.write(10));
    await proxy.stop();
    const position = await log.write(10);
    await eventually('the wait', async () => projector.logged.find((line) => line.includes('the database is unavailable')));
    const back = await tcpProxy(Number(new URL(url).port), proxy.port);
    await passed('patient', position);
    expect(await allRowsOf(db, 'patient')).toEqual(eachOnce(log.written()));
    expect(projector.logged.filter((line) => line.startsWith('error'))).toEqual([]);
    await projector.stop();
    await away.destroy();
    await back.stop();
  });

  it('lets one that lags catch up alone and join the others while facts keep coming, without loss or repeat', async () => {
    const old = notes('old', log.type);
    const first = start([old.projection]);
    await log.write(1_500);
    await passed('old', await log.write(1));
    await first.stop();
    const late = notes('late', log.type);
    start([old.projection, late.projection]);
    let position = -1n;
    for (let round = 0; round < 60; round++) position = await log.write(7);
    await passed('old', position);
    await passed('late', position);
    expect(await allRowsOf(db, 'late')).toEqual(eachOnce(log.written()));
    expect(await allRowsOf(db, 'old')).toEqual(eachOnce(log.written()));
    expect([...late.given.values()].filter((times) => times !== 1)).toEqual([]);
    await log.write(1);
    const together = `select count(distinct xmin::text) = 1 as same from read_store.checkpoint where kind = 'projection'`;
    await eventually('both in one transaction', async () => {
      await log.write(1);
      return (await db.raw<{ rows: { same: boolean }[] }>(together)).rows[0]?.same ? true : undefined;
    });
  });

  it('writes each row once also when two projectors run at once', async () => {
    const { projection } = notes('contested', log.type);
    start([projection]);
    start([projection]);
    let position = -1n;
    for (let round = 0; round < 30; round++) position = await log.write(5);
    await passed('contested', position);
    expect(await allRowsOf(db, 'contested')).toEqual(eachOnce(log.written()));
  });

  it('refuses a checkpoint of another store and one that is ahead of the log', async () => {
    const { projection } = notes('foreign', log.type);
    const first = start([projection]);
    await passed('foreign', await log.write(1));
    await first.stop();
    const head = await log.store.head();
    await db('read_store.checkpoint').update({ position: (head + 1_000_000n).toString() });
    expect(await start([projection]).ended).toBeInstanceOf(ForeignCheckpoint);
    await db('read_store.checkpoint').update({ position: head.toString(), store_id: 'another' });
    expect(await start([projection]).ended).toBeInstanceOf(ForeignCheckpoint);
  });

  it('ends also when nothing new happens after commits were lost', async () => {
    const { projection } = notes('quiet', log.type);
    const before = await log.write(5);
    const first = start([projection]);
    await passed('quiet', before);
    const [written, position] = [log.written(), await positionOf('quiet')];
    await passed('quiet', await log.write(5));
    await db.transaction(async (tx) => {
      await tx('projection.quiet_v1').where('n', '>=', written).delete();
      await tx('read_store.checkpoint').where({ name: 'quiet' }).update({ position: position.toString() });
    });
    expect(await first.ended).toMatchObject({ name: 'CommitsLost' });
    start([projection]);
    await eventually('all rows', async () => ((await allRowsOf(db, 'quiet')).length === log.written() ? true : undefined));
    expect(await allRowsOf(db, 'quiet')).toEqual(eachOnce(log.written()));
  });

  it('ends when the database has forgotten commits, and started again it fills the gap', async () => {
    const [one, two] = [notes('one', log.type), notes('two', log.type)];
    const before = await log.write(5);
    const first = start([one.projection, two.projection]);
    await passed('one', before);
    const [written, position] = [log.written(), await positionOf('one')];
    await passed('one', await log.write(5));
    // What a crash does to commits that had not been flushed.
    await db.transaction(async (tx) => {
      await tx('projection.one_v1').where('n', '>=', written).delete();
      await tx('read_store.checkpoint').where({ name: 'one' }).update({ position: position.toString() });
    });
    const last = await log.write(5);
    expect(await first.ended).toMatchObject({ name: 'CommitsLost' });
    start([one.projection, two.projection]);
    await passed('one', last);
    await passed('two', last);
    expect(await allRowsOf(db, 'one')).toEqual(eachOnce(log.written()));
    expect(await allRowsOf(db, 'two')).toEqual(eachOnce(log.written()));
  });
});
