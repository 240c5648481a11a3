import { migratedDatabase } from '../../setup/migrated-database';
import { clientFaults } from './clients-table';
import { generatedClientsCampaign } from './generated-clients-campaign';

test('every operation is walked by what its document says, and answers no less closely than that', async () => {
  const settings = { DATABASE_URL: await migratedDatabase() };
  const reports = await generatedClientsCampaign({ generators: [], keep: false, settings, log: () => undefined });
  expect(clientFaults(reports)).toEqual([]);
  expect(reports[0]?.operations.length).toBeGreaterThan(100);
});
