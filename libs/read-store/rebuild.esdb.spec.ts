import { openEventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { freshEventStore, type FreshEventStore } from '../../test/setup/fresh-event-store';
import { beginRebuild, compareBuilds, physicalTable } from '.';
import { tally, tallyHouse, type TallyHouse } from './tally.fixture';

let eventStore: FreshEventStore;
let house: TallyHouse;

beforeAll(async () => {
  eventStore = await freshEventStore();
  house = await tallyHouse(await freshDatabase(), openEventStore(eventStore.url));
});
afterAll(async () => {
  await house.stop();
  await eventStore.stop();
});

const seen = async (view: string, stream: string) => {
  const { rows } = await house.db.raw<{ rows: { counted: number; told_by: number }[] }>(
    `select counted, told_by from read.${view} where stream = ?`,
    [stream],
  );
  return rows[0];
};

const countedTo = (view: string, stream: string, counted: number) =>
  eventually(`${view} shows ${counted} of ${stream}`, async () => ((await seen(view, stream))?.counted === counted ? true : undefined));

const served = (name: string, build: number, version = 1) =>
  eventually(`${name} v${version} build ${build} serves alone`, async () => {
    const builds = await house.builds(name);
    return builds.length === 1 && builds[0]?.serving && builds[0].build === build && builds[0].version === version ? true : undefined;
  });

/** Reads and writes without a pause until it is stopped; answers how many reads there were, and what failed. */
function busy(view: string, stream: string) {
  const failures: string[] = [];
  let reads = 0;
  let ended = false;
  const reader = async () => {
    for (let last = 0; !ended; reads++) {
      const row = await seen(view, stream).catch((error: unknown) => void failures.push(String(error)));
      if (row && row.counted < last) failures.push(`went back from ${last} to ${row.counted}`);
      last = row?.counted ?? last;
    }
  };
  const writer = async () => {
    while (!ended) await house.count(stream);
  };
  const running = Promise.all([reader(), reader(), writer()]);
  return async () => {
    ended = true;
    await running;
    return { reads, failures };
  };
}

describe('a rebuild beside the build that serves', () => {
  it('takes over when it has come as far and is equal, while readers and writers go on', async () => {
    const [projection, stream] = [tally('lively'), `tally-${newId()}`];
    const end = await house.project(projection);
    await house.count(stream);
    await countedTo('lively', stream, 1);
    const finish = busy('lively', stream);
    const { build } = await beginRebuild(house.db, projection);
    await served('lively', build);
    const { reads, failures } = await finish();
    expect({ build, failures }).toEqual({ build: 2, failures: [] });
    expect(reads).toBeGreaterThan(10);
    const { rows } = await house.db.raw(`select tablename from pg_tables where tablename like 'lively%'`);
    expect(rows).toEqual([{ tablename: 'lively_v1_b2' }]);
    const { revision = -1 } = (await house.store.last(stream)) ?? {};
    await countedTo('lively', stream, revision + 1);
    expect(house.log.join('\n')).toContain('lively v1 build 2: equal');
    await end();
  });

  it('is held back when it differs, and takes over when asked to do so either way', async () => {
    const [projection, stream] = [tally('changed'), `tally-${newId()}`];
    await house.project(projection);
    await house.count(stream);
    await countedTo('changed', stream, 1);
    await house.db.raw('update projection.changed_v1 set counted = 77 where stream = ?', [stream]);
    await beginRebuild(house.db, projection);
    const finding = await eventually(
      'a finding',
      async () => (await house.builds('changed')).find(({ serving }) => !serving)?.finding ?? undefined,
    );
    expect(finding).toMatch(/^differs in changed \(\d+ rows, rebuilt \d+\) at \d+$/);
    expect(await seen('changed', stream)).toMatchObject({ counted: 77 });
    const { build } = await beginRebuild(house.db, projection, 'switch_even_if_different');
    await served('changed', build);
    expect(await seen('changed', stream)).toMatchObject({ counted: 1 });
  });

  it('only reports what it finds when it was made to be compared', async () => {
    const [projection, stream] = [tally('asked'), `tally-${newId()}`];
    await house.project(projection);
    await house.count(stream);
    await countedTo('asked', stream, 1);
    await beginRebuild(house.db, projection, 'keep');
    await eventually('a finding', async () => ((await house.builds('asked'))[1]?.finding?.startsWith('equal at') ? true : undefined));
    expect(await house.builds('asked')).toMatchObject([{ build: 1, serving: true }, { serving: false }]);
  });

  it('is not compared when another process drops it after its checkpoint was read', async () => {
    const [projection, stream] = [tally('dropped'), `tally-${newId()}`];
    await house.project(projection);
    await house.count(stream);
    await countedTo('dropped', stream, 1);
    const rebuilt = await beginRebuild(house.db, projection, 'keep');
    await eventually('a finding', async () => ((await house.builds('dropped'))[1]?.finding?.startsWith('equal at') ? true : undefined));
    const compare = () => compareBuilds(house.db, 'dropped', ['dropped'], { version: 1, build: 1 }, rebuilt);
    expect(await compare()).toMatchObject({ equal: true });
    await house.db.raw(`drop table ${physicalTable(rebuilt, 'dropped', rebuilt.build)}`);
    expect(await compare()).toBeNull();
  });
});

describe('a build that was begun again', () => {
  it('is not taken for the one before, though the projector has not read the checkpoint yet', async () => {
    const [projection, stream] = [tally('repeated'), `tally-${newId()}`];
    await house.project(projection);
    await house.count(stream);
    await countedTo('repeated', stream, 1);
    for (let times = 0; times < 3; times++) {
      await beginRebuild(house.db, projection, 'keep');
      const isFound = async () => ((await house.builds('repeated'))[1]?.finding?.startsWith('equal at') ? true : undefined);
      // A rebuild works a fifth of the time, and reads what the tests above have written.
      await eventually('a finding', isFound);
    }
    const { build } = await beginRebuild(house.db, projection);
    await served('repeated', build);
    expect(house.log.filter((line) => line.startsWith('failed'))).toEqual([]);
  });
});

describe('a raised version', () => {
  it('serves once it has caught up, while a projector of the old one goes on feeding the old one', async () => {
    const stream = `tally-${newId()}`;
    await house.project(tally('raised', 1));
    await house.count(stream);
    await countedTo('raised', stream, 1);
    const finish = busy('raised', stream);
    await house.project(tally('raised', 2));
    await served('raised', 1, 2);
    const { failures } = await finish();
    expect(failures).toEqual([]);
    expect(await seen('raised', stream)).toMatchObject({ told_by: 2 });
    await house.count(stream);
    const { revision = -1 } = (await house.store.last(stream)) ?? {};
    await countedTo('raised', stream, revision + 1);
  });

  it('is not taken back by whoever still runs the old one', async () => {
    const stream = `tally-${newId()}`;
    await house.project(tally('newest', 2));
    await house.count(stream);
    await countedTo('newest', stream, 1);
    await house.project(tally('newest', 1));
    await eventually('the warning', async () => (house.log.some((line) => line.includes('newest serves; version 1')) ? true : undefined));
    expect(await house.builds('newest')).toMatchObject([{ version: 2, serving: true }]);
  });
});
