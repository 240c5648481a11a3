import { causedBy, factsOf, type RecordedFact, idOf } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { pinStream, type PinAbandoned, type PinDeleted, type PinFailed, type QuotaUnit } from '@pps/pins/events';
import { defineProcess, type Process } from '@pps/read-store';
import type { ReleaseReason } from './quota.stream';
import { releaseQuota, type ReleaseQuotaDeps } from './release-quota';

/** Releases the units that pins give back: of a pin that never came, and of a schedule's pin that failed or was deleted before it was published. */
export const quotaReleasing = ({ streams, clock }: ReleaseQuotaDeps & { readonly clock: Clock }): Process<null> =>
  defineProcess({
    name: 'quota-releasing',
    startsAt: 'beginning',
    handles: factsOf(pinStream, 'PinAbandoned', 'PinFailed', 'PinDeleted'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const [unit, reason] = releaseOf(fact);
        if (!unit) continue;
        const { projectId, epoch } = fact.metadata;
        if (projectId === undefined) throw new Error(`${fact.type} ${fact.id} names no project`);
        const at = clock();
        const entry = { entryId: unit.entryId, pinId: idOf(fact, pinStream), reason, at: at.toISOString() };
        await releaseQuota({ streams }, { projectId, epoch: epoch ?? 0, month: unit.month }, entry, causedBy(fact, at));
      }
      return null;
    },
  });

function releaseOf(fact: RecordedFact<PinAbandoned | PinFailed | PinDeleted>): readonly [QuotaUnit | undefined, ReleaseReason] {
  switch (fact.type) {
    case 'PinAbandoned':
      return [fact.data, 'pin_abandoned'];
    case 'PinFailed':
      return [fact.data.releasedUnit, 'scheduled_publish_failed'];
    case 'PinDeleted':
      return [fact.data.releasedUnit, 'schedule_canceled'];
  }
}
