import { readYourWritesCampaign } from './read-your-writes-campaign';

test('what was written on one API process shows at once on the other', async () => {
  const sights = await readYourWritesCampaign({ writes: 100, lanes: 4 });
  expect(Object.keys(sights)).toHaveLength(5);
  for (const counts of Object.values(sights)) expect(Object.keys(counts)).toEqual(['shown']);
}, 180_000);
