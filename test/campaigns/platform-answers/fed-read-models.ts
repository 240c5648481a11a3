import type { RecordedFact } from '@pps/event-store';
import { publishQueueProjection } from '@pps/pins';
import { contextOf, jsonb, migrate, readStoreMigrations, setUpProjection, type Database, type Projection } from '@pps/read-store';
import { webhookDeliveriesProjection } from '@pps/webhooks';
import { accountsProjection } from '@projections/accounts/accounts.projection';
import { pinsProjection } from '@projections/pins/pins.projection';

const factsAtOnce = 1_000;
const projections: readonly Projection[] = [pinsProjection, publishQueueProjection, webhookDeliveriesProjection, accountsProjection];

/** The read models that hold what the platform says, in a real database. */
export async function fedReadModels(db: Database, onFinding: (finding: string) => void) {
  await migrate(db, readStoreMigrations);
  for (const projection of projections) await setUpProjection(db, projection, 'generated');

  const project = (projection: Projection, facts: readonly RecordedFact[]) =>
    db.transaction((tx) => projection.project(facts, contextOf(projection, tx)));

  async function take(projection: Projection, facts: readonly RecordedFact[]): Promise<void> {
    const handled = facts.filter(({ type }) => projection.handles.includes(type));
    for (let from = 0; from < handled.length; from += factsAtOnce) {
      const some = handled.slice(from, from + factsAtOnce);
      await project(projection, some).catch((error: unknown) => nameTheFact(projection, some, error));
    }
  }

  async function nameTheFact(projection: Projection, facts: readonly RecordedFact[], error: unknown): Promise<void> {
    onFinding(`${projection.name} stopped: ${String(error).slice(0, 300)}`);
    for (const fact of facts) {
      const refused = await project(projection, [fact]).then(
        () => false,
        () => true,
      );
      if (refused) return onFinding(`${projection.name} cannot take ${jsonb({ type: fact.type, data: fact.data })}`);
    }
  }

  return {
    /** Facts in the order of the log, to all read models at once. */
    async feed(facts: readonly RecordedFact[]): Promise<void> {
      await Promise.all(projections.map((projection) => take(projection, facts)));
    },
    /** Pins that the read models show as unfinished. */
    async unfinished(): Promise<number> {
      const { rows } = await db.raw<{ rows: { count: string }[] }>(
        `select (select count(*) from read.publish_queue where phase <> 'failed')
           + (select count(*) from read.pins where status not in ('published', 'failed')) as count`,
      );
      return Number(rows[0]?.count ?? NaN);
    },
    /** Boards as a verdict or a list holds them. */
    async keep(boards: readonly unknown[]): Promise<void> {
      const sql = 'select sum(pin_count) from jsonb_to_recordset(?::jsonb) as board (id text, name text, "pinCount" int, pin_count int)';
      await db.raw(sql, [jsonb(boards)]).catch((error: unknown) => onFinding(`boards were refused: ${String(error).slice(0, 300)}`));
    },
  };
}
