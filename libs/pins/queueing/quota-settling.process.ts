import { quotaStream, type QuotaConsumed } from '@pps/billing/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import { defineProcess, type Database, type Process } from '@pps/read-store';
import type { PinAbandoned, PinQueued, PinRetryRequested } from '../pin/pin.events';
import { pinStream } from '../pin/pin.stream';

/** Notes quota entries until the pin that settles them is seen, so that a sweep finds those whose request died in between. */
export const quotaSettling = (db: Database): Process<null> =>
  defineProcess({
    name: 'quota-settling',
    startsAt: 'beginning',
    // Nobody waits for its rows but a sweep of minutes, and an entry that is settled in the same batch needs none.
    gatherMs: 250,
    handles: factsOf(quotaStream, 'QuotaConsumed').and(pinStream, 'PinQueued', 'PinAbandoned', 'PinRetryRequested'),
    initial: null,
    react: async (facts) => {
      const consumed = facts.flatMap((fact) => (fact.type === 'QuotaConsumed' ? consumedEntries(fact) : []));
      const settling = facts.flatMap((fact) => entriesSettledBy(fact));
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

/** The quota entries that a fact settles or gives up. A retry settles an entry only where it has paid: of a schedule's pin. */
export function entriesSettledBy(fact: RecordedFact<QuotaConsumed | PinQueued | PinAbandoned | PinRetryRequested>): readonly string[] {
  switch (fact.type) {
    case 'QuotaConsumed':
      return [];
    case 'PinQueued':
    case 'PinAbandoned':
      return [fact.data.entryId];
    case 'PinRetryRequested':
      return fact.data.unit ? [fact.data.unit.entryId] : [];
  }
}

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
