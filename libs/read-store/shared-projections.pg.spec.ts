import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import {
  checkpoints,
  ForeignCheckpoint,
  isMaintained,
  isProjectorDuty,
  migrate,
  openDatabase,
  projectionDuty,
  readStoreMigrations,
  runProjector,
  type Database,
  type Projection,
} from '.';
import { allRowsOf, notes, testLog, type TestLog } from './testing';

let log: TestLog;
let db: Database;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(() => void (log = testLog()));
beforeEach(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await db.destroy();
});
afterAll(() => log.store.close());

function start(projections: readonly Projection[], beside: readonly Projection[]) {
  const ending = new AbortController();
  const ended = runProjector({ db, store: log.store, projections, beside, signal: ending.signal, log: () => undefined }).catch(
    (error: unknown) => error,
  );
  const stop = () => {
    ending.abort();
    return ended;
  };
  ends.push(stop);
  return { ended, stop };
}

const checkpointOf = async (name: string) => (await checkpoints.all(db, 'projection')).find((each) => each.name === name);
const caughtUpAt = async (name: string) => (await checkpointOf(name))?.caughtUpAt.getTime() ?? 0;
const passed = (name: string, position: bigint) =>
  eventually(`${name} past ${position}`, async () => (((await checkpointOf(name))?.position ?? -1n) >= position ? true : undefined));

describe('two projectors of some projections each', () => {
  it('feed all of them, and each notes as caught up only its own', async () => {
    const [one, other] = [notes('one', log.type).projection, notes('other', log.type).projection];
    start([one], [other]);
    const second = start([other], [one]);
    const position = await log.write(300);
    await Promise.all([passed('one', position), passed('other', position)]);
    const before = await caughtUpAt('other');
    await eventually('later moments', async () =>
      (await caughtUpAt('other')) > before && (await caughtUpAt('one')) > before ? true : undefined,
    );
    await second.stop();
    const [last, oneThen] = [await caughtUpAt('other'), await caughtUpAt('one')];
    await eventually('a later moment of the other projector’s', async () => ((await caughtUpAt('one')) > oneThen ? true : undefined));
    expect(await caughtUpAt('other')).toBe(last);
  });

  it('write each fact once where both feed the same projection, as while releases overlap', async () => {
    const [ofOne, ofOther] = [notes('both', log.type), notes('both', log.type)];
    start([ofOne.projection], []);
    start([ofOther.projection], []);
    let position = -1n;
    for (let round = 0; round < 40; round++) position = await log.write(7);
    await passed('both', position);
    const rows = await allRowsOf(db, 'both');
    expect(rows.length).toBeGreaterThanOrEqual(280);
    expect(rows.every(({ times }) => times === 1)).toBe(true);
  });

  it('hand one over that goes on where the other had come to', async () => {
    const [one, other] = [notes('kept', log.type).projection, notes('given', log.type).projection];
    const first = start([one, other], []);
    await passed('given', await log.write(50));
    await first.stop();
    start([one], [other]);
    const position = await log.write(50);
    await passed('kept', position);
    start([other], [one]);
    await passed('given', position);
    for (const name of ['kept', 'given']) expect((await allRowsOf(db, name)).every(({ times }) => times === 1)).toBe(true);
  });

  it('begin neither while a checkpoint of one of them is ahead of the log', async () => {
    const [one, other] = [notes('behind', log.type).projection, notes('ahead', log.type).projection];
    const both = start([one, other], []);
    const position = await log.write(5);
    await Promise.all([passed('behind', position), passed('ahead', position)]);
    await both.stop();
    await db('read_store.checkpoint')
      .where({ name: 'ahead' })
      .update({ position: (position + 1_000n).toString() });
    expect(await start([one], [other]).ended).toBeInstanceOf(ForeignCheckpoint);
    expect((await checkpointOf('ahead'))?.refused).toContain('ahead of');
  });
});

it('a duty names the versions that it maintains, whoever leads it', () => {
  const [pins, queue] = [
    { name: 'pins', version: 4 },
    { name: 'publish_queue', version: 12 },
  ];
  const duty = projectionDuty([queue, pins]);
  expect(duty).toBe(projectionDuty([pins, queue]));
  expect(
    [pins, queue, { name: 'pins', version: 5 }, { name: 'pin', version: 4 }].map((each) => isMaintained(['pacing', duty], each)),
  ).toEqual([true, true, false, false]);
  expect(isMaintained([], pins)).toBe(false);
  expect([duty, 'projections 0123456789ab', 'process projection-like', 'pacing'].map(isProjectorDuty)).toEqual([true, true, false, false]);
});
