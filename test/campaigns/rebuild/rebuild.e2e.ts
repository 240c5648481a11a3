import { migratedDatabase } from '../../setup/migrated-database';
import { rebuildCampaign, type Phase } from './rebuild-campaign';

test('no read and no write fails while the pins are rebuilt', async () => {
  const settings = { DATABASE_URL: await migratedDatabase() };
  const { before, during, rebuilds } = await rebuildCampaign({ rate: 15, seconds: 6, projection: 'pins', settings, log: () => undefined });
  expect(rebuilds.length).toBeGreaterThan(0);
  expect(refusalsIn(before)).toEqual({ failedReads: 0, failedWrites: 0, refusals: {} });
  expect(refusalsIn(during)).toEqual({ failedReads: 0, failedWrites: 0, refusals: {} });
  expect(during.reads).toBeGreaterThan(30);
});

/** Compared as a whole: a partial match with an empty object holds for every object. */
const refusalsIn = ({ failedReads, failedWrites, refusals }: Phase) => ({ failedReads, failedWrites, refusals });
