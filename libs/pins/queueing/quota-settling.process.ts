import { quotaStream, type QuotaConsumed } from '@pps/billing/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import { defineProcess, type Process } from '@pps/read-store';
import type { PinAbandoned, PinQueued, PinRetryRequested } from '../pin/pin.events';
import { pinStream } from '../pin/pin.stream';
import type { UnsettledQuota, UnsettledUnit } from './quota-sweep.dispatcher';

/** Notes reserved units until the pin that settles them is seen, so that the quota sweep finds those whose request died in between. */
export const quotaSettling = (unsettled: Pick<UnsettledQuota, 'note'>): Process<null> =>
  defineProcess({
    name: 'quota-settling',
    startsAt: 'beginning',
    // Nobody waits for its rows but the quota sweep, minutes later, and an entry that is settled in the same batch needs none.
    gatherMs: 250,
    handles: factsOf(quotaStream, 'QuotaConsumed').and(pinStream, 'PinQueued', 'PinAbandoned', 'PinRetryRequested'),
    initial: null,
    react: async (facts) => {
      const reserved = facts.flatMap((fact) => (fact.type === 'QuotaConsumed' ? reservedUnits(fact) : []));
      const settling = facts.flatMap((fact) => entriesSettledBy(fact));
      // Most are settled a moment later and need no row. One that a batch before a crash has left is swept, which finds its pin and does nothing.
      const [before, after] = [new Set(reserved.map(({ entryId }) => entryId)), new Set(settling)];
      const units = reserved.filter(({ entryId }) => !after.has(entryId));
      const settled = settling.filter((entryId) => !before.has(entryId));
      if (units.length > 0 || settled.length > 0) await unsettled.note(units, settled);
      return null;
    },
  });

/** The quota entries that a fact settles or gives up. A retry settles an entry only where it has paid: of a schedule's pin. */
function entriesSettledBy(fact: RecordedFact<QuotaConsumed | PinQueued | PinAbandoned | PinRetryRequested>): readonly string[] {
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

function reservedUnits(fact: RecordedFact<QuotaConsumed>): UnsettledUnit[] {
  const { projectId = '', organizationId = null, epoch = 0 } = fact.metadata;
  return fact.data.entries.map(({ entryId, pinId, at }) => ({
    ...{ entryId, pinId, organizationId, projectId, epoch },
    month: at.slice(0, 7),
    reservedAt: at,
  }));
}
