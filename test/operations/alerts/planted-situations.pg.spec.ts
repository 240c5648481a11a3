import { openInMemoryEventStore } from '@pps/event-store/testing';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { openDatabase, setUpProjections, type Database } from '@pps/read-store';
import type { GaugeSample } from '@pps/runtime';
import { projections } from '@projections/index';
import { measuredMetrics } from '../../../apps/api/metrics/measured-metrics';
import { readAlertRules } from '../../../scripts/metrics/alert-rules';
import { firingAlerts, isThreshold } from '../../../scripts/metrics/firing-alerts';
import { migratedDatabase } from '../../setup/migrated-database';
import { rowsRead } from '../../setup/rows-read';
import { badSituations, plantGrowth } from './bad-situations';

const rules = readAlertRules();
const store = openInMemoryEventStore();
let db: Database;

beforeAll(async () => {
  db = openDatabase(await migratedDatabase(), 2);
  await setUpProjections(db, projections, await store.identity());
  for (const duty of ['pacing', 'projections 0123456789ab']) await holdLease(db, duty, fencingToken(1n));
});
afterAll(() => db.destroy());

const queueAwayFor = (awayMs: number) => ({ trouble: async () => (awayMs > 0 ? { error: new Error('away'), awayMs } : null) });

async function measureAll(on: Database, queue = queueAwayFor(0)): Promise<GaugeSample[]> {
  const samples: GaugeSample[] = [];
  // One after the other: a transaction has one connection.
  for (const { measure } of measuredMetrics) samples.push(...(await measure({ db: on, store, queue, clock: () => new Date() })));
  return samples;
}

/** What fires while the situation lasts, which is taken back afterwards. */
async function firingWhile(plant: (on: Database) => Promise<unknown>): Promise<string[]> {
  const tx = await db.transaction();
  try {
    await plant(tx);
    return firingAlerts(rules, await measureAll(tx));
  } finally {
    await tx.rollback();
  }
}

it('says every metric of an installation where nothing waits, and no alert fires', async () => {
  const samples = await measureAll(db);
  const measured = new Set(samples.map(({ gauge }) => gauge));
  const unmeasured = measuredMetrics.flatMap(({ gauges }) => Object.keys(gauges)).filter((name) => !measured.has(name));
  // There is a value for each task that passes something over.
  expect(unmeasured).toEqual(['passed_over_items']);
  expect(firingAlerts(rules, samples)).toEqual([]);
});

it.each(badSituations)('%s', async (_, plant, alerts) => expect(await firingWhile(plant)).toEqual(alerts));

it('tells of NATS when it has been away for a minute', async () => {
  const firingAfter = async (awayMs: number) => firingAlerts(rules, await measureAll(db, queueAwayFor(awayMs)));
  expect([await firingAfter(59_000), await firingAfter(61_000)]).toEqual([[], ['WorkQueueAway']]);
});

it('plants a situation for each rule that compares a gauge with a threshold, but for NATS and a lag that only time makes', () => {
  const planted = new Set(badSituations.flatMap(([, , alerts]) => alerts));
  const unplanted = rules.filter((rule) => isThreshold(rule) && !planted.has(rule.alert)).map(({ alert }) => alert);
  expect(unplanted).toEqual(['ReaderBehind', 'WorkQueueAway']);
});

it('reads as much where 10,000 of everything wait or are done as where 1,000 do', async () => {
  const gauges = ['schedule_overdue', 'publish_grant', 'webhook_delivery', 'mail_overdue', 'history_unsigned', 'erasure_overdue'];
  const grown = measuredMetrics.filter((each) => gauges.some((name) => Object.keys(each.gauges)[0]?.startsWith(name)));
  expect(grown).toHaveLength(gauges.length);
  const read = () =>
    rowsRead(db, () => Promise.all(grown.map(({ measure }) => measure({ db, store, queue: queueAwayFor(0), clock: () => new Date() }))));
  await plantGrowth(db, 1_000);
  const few = await read();
  await plantGrowth(db, 9_000);
  const many = await read();
  expect(many.rows).toBeLessThanOrEqual(few.rows + 200);
  expect(many.pages).toBeLessThanOrEqual(few.pages + 200);
});
