import { contextOf, isHandled, migrate, openDatabase, setUpProjections, type Database, type Projection } from '@pps/read-store';
import { projections } from '@projections/index';
import { allMigrations } from '../../../apps/foundation/all-migrations';
import { generateLog, type GeneratedLog } from './generated-log.fixture';

const fed = [
  'accounts',
  'audit_facts',
  'import_jobs',
  'pin_times',
  'pins',
  'quota_ledger',
  'rollups',
  'schedules',
  'webhook_deliveries',
  'webhooks',
  'workspaces',
];
const factsAtOnce = 2_000;

/** Every view of analysts over what generated facts give; the caller closes the database. */
export async function generatedDatabase(url: string, pins: number): Promise<{ readonly db: Database; readonly log: GeneratedLog }> {
  const db = openDatabase(url, 2);
  return { db, log: await fillGenerated(db, pins) };
}

/** The same in an empty database. */
export async function fillGenerated(db: Database, pins: number): Promise<GeneratedLog> {
  await migrate(db, allMigrations);
  await setUpProjections(db, projections, 'generated');
  const log = generateLog(pins);
  const named = projections.filter(({ name }) => fed.includes(name));
  for (let n = 0; n < log.facts.length; n += factsAtOnce) await feed(db, named, log.facts.slice(n, n + factsAtOnce));
  await db.raw('analyze');
  return log;
}

async function feed(db: Database, named: readonly Projection[], facts: GeneratedLog['facts']): Promise<void> {
  await db.transaction(async (tx) => {
    for (const projection of named) {
      const handled = facts.filter((fact) => isHandled(projection, fact) && (projection.concerns?.(fact) ?? true));
      if (handled.length > 0) await projection.project(handled, contextOf(projection, tx));
    }
  });
}
