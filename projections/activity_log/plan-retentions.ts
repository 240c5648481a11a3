import { billingStream, plans } from '@pps/billing/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import type { ProjectionContext, RowOf } from '@pps/read-store';
import { activityRetentionTable, type PlanRetention } from './activity_log.tables';

type Row = RowOf<typeof activityRetentionTable>;

const changingPlan = factsOf(billingStream, 'SubscriptionStarted', 'PlanChanged');

/** For how many days the plans of organizations keep activity, while the facts of a batch are read; `save` writes what they have changed. */
export interface PlanRetentions {
  daysOf(organizationId: string): number;
  note(fact: RecordedFact, organizationId: string): void;
  save(): Promise<void>;
}

export async function planRetentions(organizationIds: readonly string[], { tx, table }: ProjectionContext): Promise<PlanRetentions> {
  const name = table(activityRetentionTable.name);
  const rows = (await tx(name).whereRaw('organization_id = any(?::uuid[])', [[...new Set(organizationIds)]])) as Row[];
  const known = new Map(rows.map((row) => [row.organization_id, retentionOfRow(row)]));
  const changed = new Map<string, PlanRetention>();
  return {
    daysOf: (organizationId) => known.get(organizationId)?.retentionDays ?? plans.playground.activityLogRetentionDays,
    note(recorded, organizationId) {
      const fact = changingPlan.read(recorded);
      if (!fact || (known.get(organizationId)?.position ?? -1n) >= fact.position) return;
      const after = { organizationId, retentionDays: plans[fact.data.plan].activityLogRetentionDays, position: fact.position };
      known.set(organizationId, after);
      changed.set(organizationId, after);
    },
    save: () =>
      activityRetentionTable.upsert(
        tx,
        name,
        [...changed.values()].map((retention) => activityRetentionTable.row(retention)),
      ),
  };
}

const retentionOfRow = ({ organization_id, retention_days, position }: Row): PlanRetention => ({
  organizationId: organization_id,
  retentionDays: retention_days,
  position: BigInt(position),
});
