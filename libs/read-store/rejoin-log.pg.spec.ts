import { freshDatabase } from '../../test/setup/fresh-database';
import {
  checkpoints,
  migrate,
  openDatabase,
  planRejoin,
  readStoreMigrations,
  rejoinLog,
  setUpProjection,
  skippedFacts,
  type Database,
} from '.';
import { notes } from './testing';

const { projection } = notes('noted', 'Noted');
/** The log has grown to 110 since both parted at 100. */
const log = { storeId: 'log', agreedUpTo: 100n };
let db: Database;

beforeEach(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, readStoreMigrations);
  await setUpProjection(db, projection, 'log');
});
afterEach(() => db.destroy());

const stand = (position: number, more: object = {}) =>
  db('read_store.checkpoint')
    .where({ kind: 'projection' })
    .update({ position, ...more });
const addProcess = (name: string, position: number, more: object = {}) =>
  db('read_store.checkpoint').insert({ kind: 'process', name, version: 1, store_id: 'log', position, ...more });
const rejoin = () => db.transaction((tx) => rejoinLog(tx, [projection], log));
const positions = async () => new Map((await checkpoints.all(db, 'process')).map(({ name, position }) => [name, position]));

it('finds what was made from lost facts also where the log has grown past it since', async () => {
  await stand(105);
  await addProcess('answering', 104);
  expect(await planRejoin(db, log)).toEqual({ dropped: ['noted'], setBack: ['answering'], unskipped: [] });
  expect(await positions()).toEqual(new Map([['answering', 104n]]));
  await rejoin();
  expect(await checkpoints.all(db, 'projection')).toEqual([]);
  expect(await positions()).toEqual(new Map([['answering', 100n]]));
  expect(await planRejoin(db, log)).toEqual({ dropped: [], setBack: [], unskipped: [] });
});

it('moves nobody forward, and leaves alone who stands where both agree', async () => {
  await stand(100);
  await addProcess('slow', 40, { refused: 'ahead of 30', stopped_error: 'x' });
  await addProcess('level', 100);
  expect(await rejoin()).toEqual({ dropped: [], setBack: ['slow'], unskipped: [] });
  expect(await positions()).toEqual(
    new Map([
      ['level', 100n],
      ['slow', 40n],
    ]),
  );
  expect((await checkpoints.all(db, 'process')).map(({ refused, stoppedError }) => [refused, stoppedError])).toEqual([
    [null, null],
    [null, null],
  ]);
});

it('skips no fact any more that only stands where a skipped one stood', async () => {
  const skip = { projection: 'noted', version: 1, fact_type: 'Noted', stream: 's', error: 'e', reason: 'r', skipped_by: 'b' };
  await db('read_store.skipped_fact').insert([100, 101].map((position) => ({ ...skip, position, fact_id: `f${position}` })));
  expect(await rejoin()).toMatchObject({
    unskipped: [{ projection: 'noted', position: '101', factId: 'f101', factType: 'Noted' }],
  });
  expect((await skippedFacts(db)).map(({ factId }) => factId)).toEqual(['f100']);
});

it('leaves everything as it is where a checkpoint is of another log', async () => {
  await stand(105);
  await addProcess('foreign', 3, { store_id: 'other' });
  await expect(rejoin()).rejects.toThrow('made on another event store (other)');
  expect(await checkpoints.all(db, 'projection')).toHaveLength(1);
});
