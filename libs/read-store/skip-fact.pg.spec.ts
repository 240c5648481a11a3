import { newId } from '@pps/kernel';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { beginRebuild, retryProjection, skipFact, skippedFacts, type Projection } from '.';
import { tally, tallyHouse, type TallyHouse } from './tally.fixture';

let house: TallyHouse;

beforeAll(async () => void (house = await tallyHouse(await freshDatabase())));
afterAll(() => house.stop());

const countedTo = (view: string, stream: string, counted: number) =>
  eventually(`${view} shows ${counted} of ${stream}`, async () => {
    const row = await house.db(`read.${view}`).where({ stream }).first('counted');
    return row?.counted === counted ? true : undefined;
  });

const stoppedAt = (name: string) =>
  eventually(`${name} stopped`, async () => {
    const serving = (await house.builds(name)).find((build) => build.serving);
    return serving?.stoppedError ? serving : undefined;
  });

/** A projection that cannot take one fact in the middle of others, beside one that can. */
async function poisoned(name: string, beside: string) {
  const [poison, stream] = [newId(), `tally-${newId()}`];
  const refuses = new Set([poison]);
  await house.project(tally(name, 1, refuses), tally(beside));
  for (let before = 0; before < 3; before++) await house.count(stream);
  await house.count(stream, poison);
  for (let after = 0; after < 3; after++) await house.count(stream);
  return { poison, stream, refuses };
}

describe('a fact that a projection cannot take', () => {
  it('stops that projection right before it, and no other', async () => {
    const { poison, stream } = await poisoned('sick', 'healthy');
    const { stoppedFact, stoppedError, position } = await stoppedAt('sick');
    expect(stoppedFact).toMatchObject({ id: poison, type: 'Counted', stream });
    expect(stoppedError).toContain('cannot take this');
    expect(position < BigInt(stoppedFact?.position ?? 0)).toBe(true);
    await countedTo('healthy', stream, 7);
    await countedTo('sick', stream, 3);
  });

  it('is taken when it is tried again after a repair, without a restart', async () => {
    const { stream, refuses } = await poisoned('repaired', 'beside');
    await stoppedAt('repaired');
    refuses.clear();
    expect(await retryProjection(house.db, 'repaired')).toBe(1);
    await countedTo('repaired', stream, 7);
    expect(await retryProjection(house.db, 'repaired')).toBe(0);
  });

  it('stops it again when nothing was repaired', async () => {
    await poisoned('incurable', 'beside_it');
    const before = await stoppedAt('incurable');
    await retryProjection(house.db, 'incurable');
    const after = await stoppedAt('incurable');
    expect(after.stoppedFact).toEqual(before.stoppedFact);
  });

  it('is skipped, and only it, when somebody gives a reason; a rebuild skips it too', async () => {
    const { poison, stream } = await poisoned('relieved', 'next_to_it');
    const { stoppedFact } = await stoppedAt('relieved');
    expect(await skipFact(house.db, 'relieved', 'a broken import of 5 January', 'ada')).toEqual([stoppedFact]);
    await countedTo('relieved', stream, 7);
    const stored = (await skippedFacts(house.db)).filter(({ projection }) => projection === 'relieved');
    expect(stored).toMatchObject([
      {
        factId: poison,
        position: stoppedFact?.position,
        reason: 'a broken import of 5 January',
        skippedBy: 'ada',
        error: 'Error: cannot take this',
      },
    ]);
    await beginRebuild(house.db, tally('relieved'));
    await eventually('the rebuild serves', async () => ((await house.builds('relieved'))[0]?.build === 2 ? true : undefined));
    expect(await skipFact(house.db, 'relieved', 'nothing to skip', 'ada')).toEqual([]);
  });

  it('counts as one where its rows take longer than a statement may, also among facts of others', async () => {
    const [poison, stream, beside] = [newId(), `tally-${newId()}`, `tally-${newId()}`];
    const slow = tally('slow');
    const sleeping: Projection = {
      ...slow,
      project: async (facts, context) => {
        if (facts.some(({ id }) => id === poison)) await context.tx.raw(`set local statement_timeout = '200ms'; select pg_sleep(5)`);
        await slow.project(facts, context);
      },
    };
    await house.project(sleeping, tally('swift'));
    await house.count(stream);
    await house.count(stream, poison);
    await house.count(beside);
    await countedTo('swift', stream, 2);
    await countedTo('swift', beside, 1);
    const { stoppedFact, stoppedError } = await stoppedAt('slow');
    expect(stoppedFact).toMatchObject({ id: poison, stream });
    expect(stoppedError).toContain('took longer than a statement may');
    await skipFact(house.db, 'slow', 'its rows take too long', 'ada');
    await countedTo('slow', stream, 1);
    await countedTo('slow', beside, 1);
  });
});
