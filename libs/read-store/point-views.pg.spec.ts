import { setUpProjection } from '.';
import { fedProjection } from './fed-projection.fixture';
import { tally } from './tally.fixture';

it('makes a view anew that a release before made without asking whose rows it shows', async () => {
  const projection = tally('tallies');
  const fed = await fedProjection(projection);
  const guarded = async () => {
    const { rows } = await fed.db.raw<{ rows: { options: string[] | null }[] }>(
      `select reloptions as options from pg_class where oid = 'analytics.tallies'::regclass`,
    );
    return rows[0]?.options ?? [];
  };
  await fed.db.raw('create or replace view analytics.tallies as select * from read.tallies');
  expect(await guarded()).toEqual([]);
  await setUpProjection(fed.db, projection, 'test');
  expect(await guarded()).toEqual(['security_barrier=true']);
  await fed.stop();
});
