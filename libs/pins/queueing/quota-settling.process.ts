import type { QuotaConsumed } from '@pps/billing/events';
import type { RecordedFact } from '@pps/event-store';
import type { Database, Process } from '@pps/read-store';
import type { PinQueued } from '../pin/pin.events';

/** Notes quota entries until the pin that settles them is seen, so that a sweep finds those whose request died in between. */
export const quotaSettling = (db: Database): Process<null> => ({
  name: 'quota-settling',
  startsAt: 'beginning',
  handles: ['QuotaConsumed', 'PinQueued', 'PinAbandoned'],
  initial: null,
  react: async (facts) => {
    const consumed = facts.flatMap(consumedEntries);
    const settling = facts
      .filter((fact) => fact.type !== 'QuotaConsumed')
      .map((fact) => (fact.data as Pick<PinQueued['data'], 'entryId'>).entryId);
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

function consumedEntries(fact: RecordedFact) {
  if (fact.type !== 'QuotaConsumed') return [];
  const { projectId, organizationId, epoch } = fact.metadata;
  return (fact.data as QuotaConsumed['data']).entries.map(({ entryId, pinId, at }) => ({
    entry_id: entryId,
    pin_id: pinId,
    month: at.slice(0, 7),
    organization_id: organizationId ?? null,
    project_id: projectId,
    epoch: epoch ?? 0,
    consumed_at: at,
  }));
}
