import { migratedDatabase } from '../setup/migrated-database';
import { startTwoApis, type TwoApis } from './installation/start-two-apis';
import { quotaOn, quotaSettings } from './quota/quota-campaign';
import { readYourWritesOn } from './read-your-writes/read-your-writes-campaign';
import { sameKeyOn } from './same-key/same-key-campaign';
import { toolRepeatsOn } from './tool-repeats/tool-repeats-campaign';

let service: TwoApis;

beforeAll(async () => {
  service = await startTwoApis({ ...quotaSettings, DATABASE_URL: await migratedDatabase() });
});
afterAll(() => service.stop());

test('twenty creations at once under one key are one pin and one unit, on one API process and on two', async () => {
  const rounds = await sameKeyOn(service, { creations: 20, rounds: 1 });
  const one = { created: 1, replayed: 19, ids: 1, pins: 1, published: 1, units: 1, violations: [] };
  expect(rounds).toEqual([
    { apis: 1, ...one },
    { apis: 2, ...one },
  ]);
});

test('what was written on one API process shows at once on the other', async () => {
  const { counts, readMs } = await readYourWritesOn(service, { writes: 100, writers: 4 });
  expect(Object.keys(counts)).toHaveLength(5);
  for (const ofKind of Object.values(counts)) expect(Object.keys(ofKind)).toEqual(['shown']);
  expect(readMs).toHaveLength(100);
});

// The last two: they kill and freeze processes.
test('what assistants ask tools for is there once, however often they repeat it and whatever is killed', async () => {
  const { violations, done } = await toolRepeatsOn(service, { deeds: 14, disturbances: 1, seed: 3, log: () => undefined });
  expect([violations, Object.values(done)]).toEqual([[], Array.from({ length: 7 }, () => 2)]);
});

test('ledger, pins, headers and billing status agree after random operations with kills', async () => {
  const { last, audit } = await quotaOn(service, { operations: 120, disturbances: 3, creations: 60, seed: 7, log: () => undefined });
  expect(last).toEqual({ created: 10, refused: 50, others: [], used: 300, limit: 300 });
  expect(audit.violations).toEqual([]);
  expect(audit.created).toBeGreaterThan(20);
});
