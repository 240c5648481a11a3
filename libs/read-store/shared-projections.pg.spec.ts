import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { checkpointOf, passed, StartedProjectors } from '../../test/setup/started-projectors';
import {
  ForeignCheckpoint,
  isMaintained,
  isProjectorDuty,
  migrate,
  openDatabase,
  projectionDuty,
  readStoreMigrations,
  type Database,
  type Projection,
} from '.';
import { allRowsOf, notes, testLog, type TestLog } from './testing';

let log: TestLog;
let db: Database;
const projectors = new StartedProjectors();

beforeAll(() => void (log = testLog()));
beforeEach(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
});
afterEach(async () => {
  await projectors.stopAll();
  await db.destroy();
});
afterAll(() => log.store.close());

const start = (mine: readonly Projection[], beside: readonly Projection[]) => projectors.start(db, log.store, mine, { beside });
const caughtUpAt = async (name: string) => (await checkpointOf(db, name))?.caughtUpAt.getTime() ?? 0;

describe('two projectors of some projections each', () => {
  it('feed all of them, and each notes as caught up only its own', async () => {
    const [one, other] = [notes('one', log.type).projection, notes('other', log.type).projection];
    start([one], [other]);
    const second = start([other], [one]);
    const position = await log.write(300);
    await Promise.all([passed(db, 'one', position), passed(db, 'other', position)]);
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
    await passed(db, 'both', position);
    const rows = await allRowsOf(db, 'both');
    expect(rows.length).toBeGreaterThanOrEqual(280);
    expect(rows.every(({ times }) => times === 1)).toBe(true);
  });

  it('hand one over that goes on where the other had come to', async () => {
    const [one, other] = [notes('kept', log.type).projection, notes('given', log.type).projection];
    const first = start([one, other], []);
    await passed(db, 'given', await log.write(50));
    await first.stop();
    start([one], [other]);
    const position = await log.write(50);
    await passed(db, 'kept', position);
    start([other], [one]);
    await passed(db, 'given', position);
    for (const name of ['kept', 'given']) expect((await allRowsOf(db, name)).every(({ times }) => times === 1)).toBe(true);
  });

  it('begin neither while a checkpoint of one of them is ahead of the log', async () => {
    const [one, other] = [notes('behind', log.type).projection, notes('ahead', log.type).projection];
    const both = start([one, other], []);
    const position = await log.write(5);
    await Promise.all([passed(db, 'behind', position), passed(db, 'ahead', position)]);
    await both.stop();
    await db('read_store.checkpoint')
      .where({ name: 'ahead' })
      .update({ position: (position + 1_000n).toString() });
    expect(await start([one], [other]).ended).toBeInstanceOf(ForeignCheckpoint);
    expect((await checkpointOf(db, 'ahead'))?.refused).toContain('ahead of');
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
