import { quotaCampaign } from './quota-campaign';

test('ledger, pins, headers and billing status agree after random operations with kills', async () => {
  const { last, audit } = await quotaCampaign({ operations: 120, disturbances: 3, creations: 60, seed: 7, log: () => undefined });
  expect(last).toEqual({ created: 10, refused: 50, others: [], used: 300, limit: 300 });
  expect(audit.violations).toEqual([]);
  expect(audit.created).toBeGreaterThan(20);
}, 240_000);
