import { auditFactsProjection, auditMigrations } from '@pps/audit';
import { migrate } from '@pps/read-store';
import { fedProjection, type FedProjection } from '@pps/read-store/testing';
import { storedLogEditsCampaign } from './stored-log-edits-campaign';

let fed: FedProjection;
beforeAll(async () => {
  fed = await fedProjection(auditFactsProjection);
  await migrate(fed.db, auditMigrations);
});
afterAll(() => fed.stop());

it('both verifiers find where the log was edited beneath its index, and so does indexing it anew', async () => {
  const seed = Math.floor(Math.random() * 1_000_000_000);
  const { findings, byName } = await storedLogEditsCampaign(fed.db, { edits: 150, seed });
  expect({ seed, findings }).toEqual({ seed, findings: [] });
  const names = ['drop', 'dropAndClose', 'flip', 'insert', 'insertAtEnd', 'reorder', 'swap', 'truncate'];
  expect(Object.keys(byName).sort()).toEqual(names);
});
