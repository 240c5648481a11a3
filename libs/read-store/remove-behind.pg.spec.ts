import { newId } from '@pps/kernel';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { beginRebuild, type Projection, type RemovedOwner } from '.';
import { openRemovals } from './removals.store';
import { tally, tallyHouse, type TallyHouse } from './tally.fixture';

let house: TallyHouse;

beforeAll(async () => void (house = await tallyHouse(await freshDatabase())));
afterAll(() => house.stop());

interface Owned {
  readonly projection: Projection;
  /** The fact that removes an owner's rows of older epochs. */
  readonly removing: string;
  readonly removed: RemovedOwner;
  /** Rows of each portion, in order. */
  readonly portions: number[];
  /** After so many portions each further one fails. */
  failAfter: number;
}

/** A projection with rows of owners beside its tally. */
function owned(name: string): Owned {
  const counting = tally(name);
  const rows = `${name}_rows`;
  const made: Owned = {
    removing: newId(),
    removed: { owner: newId(), beforeEpoch: 1 },
    portions: [],
    failAfter: Infinity,
    projection: {
      ...counting,
      tables: [name, rows],
      async create(context) {
        await counting.create(context);
        const table = context.table(rows);
        await context.tx.raw(
          `create table ${table} (n serial primary key, owner uuid, epoch int); create index on ${table} (owner, epoch)`,
        );
      },
      async project(facts, context) {
        await counting.project(facts, context);
        if (facts.some(({ id }) => id === made.removing)) await context.remove(made.removed);
      },
      async removePortion({ owner, beforeEpoch }, most, { tx, table }) {
        if (made.portions.length >= made.failAfter) throw new Error('the database has had enough');
        const older = tx(table(rows)).where({ owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('n');
        const removed = await tx(table(rows)).whereIn('n', older).delete();
        made.portions.push(removed);
        return removed;
      },
    },
  };
  return made;
}

const fill = (name: string, { owner }: RemovedOwner, count: number, epoch = 0) =>
  house.db.raw(`insert into read.${name}_rows (owner, epoch) select ?, ? from generate_series(1, ?)`, [owner, epoch, count]);

const left = async (name: string) => Number((await house.db(`read.${name}_rows`).count())[0]?.count);

const shows = (name: string, stream: string, counted: number) =>
  eventually(`${name} shows ${counted}`, async () => {
    const row = await house.db(`read.${name}`).where({ stream }).first('counted');
    return row?.counted === counted ? true : undefined;
  });

describe('many rows', () => {
  it('are removed behind in portions, while facts go on, and those of others and of later epochs stay', async () => {
    const { projection, removed, removing, portions } = owned('much');
    const [stream, other] = [`tally-${newId()}`, { owner: newId(), beforeEpoch: 1 }];
    await house.project(projection, tally('untouched'));
    await house.count(stream);
    await shows('much', stream, 1);
    await fill('much', removed, 10_500);
    await fill('much', removed, 3, 1);
    await fill('much', other, 4);
    await house.count(stream, removing);
    await shows('untouched', stream, 2);
    await shows('much', stream, 2);
    await house.count(stream);
    await shows('much', stream, 3);
    await eventually('all are gone', async () => ((await left('much')) === 7 ? true : undefined));
    await eventually('nothing is marked', async () =>
      (await openRemovals(house.db, { projection, build: 1 })).length === 0 ? true : undefined,
    );
    // One whose transaction was ended because the machine stood still is done again.
    expect([portions.length >= 11, Math.max(...portions)]).toEqual([true, 1_000]);
  });

  it('that a projector left go with the next one', async () => {
    const left_over = owned('left_over');
    const { projection, removed, removing, portions } = left_over;
    const stream = `tally-${newId()}`;
    const end = await house.project(projection);
    await house.count(stream);
    await shows('left_over', stream, 1);
    await fill('left_over', removed, 2_500);
    left_over.failAfter = 1;
    await house.count(stream, removing);
    await shows('left_over', stream, 2);
    await eventually('the failure is told', async () =>
      house.log.find((line) => line.includes('rows of left_over 1 1 could not be removed')),
    );
    await end();
    expect(await left('left_over')).toBe(1_500);
    left_over.failAfter = Infinity;
    await house.project(projection);
    await eventually('all are gone', async () => ((await left('left_over')) === 0 ? true : undefined));
    expect([portions.length >= 3, Math.max(...portions)]).toEqual([true, 1_000]);
  });

  it('that are still to be removed do not count as a difference between two builds', async () => {
    const { projection, removed } = owned('compared');
    const stream = `tally-${newId()}`;
    await house.project(projection);
    await house.count(stream);
    await shows('compared', stream, 1);
    await fill('compared', removed, 5);
    await house.db('read_store.removal').insert({ projection: 'compared', version: 1, build: 1, owner: removed.owner, before_epoch: 1 });
    await beginRebuild(house.db, projection);
    await eventually('the rebuild serves', async () => ((await house.builds('compared'))[0]?.build !== 1 ? true : undefined));
    expect(await left('compared')).toBe(0);
  });
});
