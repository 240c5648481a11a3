import { rebuildCampaign } from './rebuild-campaign';

test('no read and no write fails while the pins are rebuilt', async () => {
  const { before, during, rebuilds } = await rebuildCampaign({ rate: 15, seconds: 6, projection: 'pins', log: () => undefined });
  expect(rebuilds.length).toBeGreaterThan(0);
  expect(before).toMatchObject({ failedReads: 0, failedWrites: 0, refusals: {} });
  expect(during).toMatchObject({ failedReads: 0, failedWrites: 0, refusals: {} });
  expect(during.reads).toBeGreaterThan(30);
}, 180_000);
