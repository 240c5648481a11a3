import { quotaStream, type QuotaConsumed } from '@pps/billing/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import { defineProcess, type Database, type Process } from '@pps/read-store';
import { pinStream } from '../pin/pin.stream';

/** Notes quota entries until the pin that settles them is seen, so that a sweep finds those whose request died in between. */
export const quotaSettling = (db: Database): Process<null> =>
  defineProcess({
    name: 'quota-settling',
    startsAt: 'beginning',
    handles: factsOf(quotaStream, 'QuotaConsumed').and(pinStream, 'PinQueued', 'PinAbandoned'),
    initial: null,
    react: async (facts) => {
      const consumed = facts.flatMap((fact) => (fact.type === 'QuotaConsumed' ? consumedEntries(fact) : []));
      const settling = facts.flatMap((fact) => (fact.type === 'QuotaConsumed' ? [] : fact.data.entryId));
      // Most are settled a moment later and need no row. One that a batch before a crash has left is swept, which finds its pin and does nothing.
      const [before, after] = [new Set(consumed.map((row) => row.entry_id)), new Set(settling)];
      const rows = consumed.filter((row) => !after.has(row.entry_id));
      const settled = settling.filter((entryId) => !before.has(entryId));
      if (rows.length === 0 && settled.length === 0) return null;
      await db.transaction(async (tx) => {
        if (rows.length > 0) await tx('pins.unsettled_quota').insert(rows).onConflict('entry_id').ignore();
        if (settled.length > 0) await tx('pins.unsettled_quota').whereIn('entry_id', settled).delete();
      });
      return null;
    },
  });

function consumedEntries(fact: RecordedFact<QuotaConsumed>) {
  const { projectId, organizationId, epoch } = fact.metadata;
  return fact.data.entries.map(({ entryId, pinId, at }) => ({
    entry_id: entryId,
    pin_id: pinId,
    month: at.slice(0, 7),
    organization_id: organizationId ?? null,
    project_id: projectId,
    epoch: epoch ?? 0,
    consumed_at: at,
  }));
}
