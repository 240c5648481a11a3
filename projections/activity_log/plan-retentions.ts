import { billingStream, plans, type Plan } from '@pps/billing/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import { runPrepared, type ProjectionContext, type RowOf } from '@pps/read-store';
import { activityRetentionTable, retentionDaysOf, type PlanRetention } from './activity_log.tables';

type Row = RowOf<typeof activityRetentionTable>;

const changingPlan = factsOf(billingStream, 'SubscriptionStarted', 'PlanChanged', 'OwnLimitsSet');

/** For how many days the plans of organizations keep activity, while the facts of a batch are read; `save` writes what they have changed. */
export interface PlanRetentions {
  daysOf(organizationId: string): number;
  note(fact: RecordedFact, organizationId: string): void;
  save(): Promise<void>;
}

export async function planRetentions(organizationIds: readonly string[], { tx, table }: ProjectionContext): Promise<PlanRetentions> {
  const name = table(activityRetentionTable.name);
  const { rows } = await runPrepared<{ rows: Row[] }>(
    tx,
    `select * from ${name} where organization_id = any(array(select unnest(?::uuid[])))`,
    [[...new Set(organizationIds)]],
  );
  const known = new Map(rows.map((row) => [row.organization_id, retentionOfRow(row)]));
  const changed = new Map<string, PlanRetention>();
  return {
    daysOf(organizationId) {
      const retention = known.get(organizationId);
      return retention ? retentionDaysOf(retention) : plans.playground.activityLogRetentionDays;
    },
    note(recorded, organizationId) {
      const fact = changingPlan.read(recorded);
      const before = known.get(organizationId);
      if (!fact || (before?.position ?? -1n) >= fact.position) return;
      const { plan, ownDays } = before ?? { plan: 'playground' as const, ownDays: null };
      const changes =
        fact.type === 'OwnLimitsSet'
          ? { plan, ownDays: fact.data.limits.activityLogRetentionDays ?? null }
          : { plan: fact.data.plan, ownDays };
      const after = { organizationId, ...changes, position: fact.position };
      known.set(organizationId, after);
      changed.set(organizationId, after);
    },
    save: () => activityRetentionTable.upsertFrom(tx, name, [...changed.values()]),
  };
}

const retentionOfRow = ({ organization_id, plan, own_days, position }: Row): PlanRetention => ({
  organizationId: organization_id,
  plan: plan as Plan,
  ownDays: own_days,
  position: BigInt(position),
});
