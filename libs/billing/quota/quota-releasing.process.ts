import type { CommandBus } from '@nestjs/cqrs';
import { causedBy, factsOf } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { defineProcess, type Process } from '@pps/read-store';
import { ReleaseQuota } from './release-quota';

/** Releases the unit of an abandoned pin. */
export const quotaReleasing = (bus: CommandBus, clock: Clock): Process<null> =>
  defineProcess({
    name: 'quota-releasing',
    startsAt: 'beginning',
    handles: factsOf(pinStream, 'PinAbandoned'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const { pinId, month, entryId } = fact.data;
        const { projectId, epoch } = fact.metadata;
        if (projectId === undefined) throw new Error(`PinAbandoned ${fact.id} names no project`);
        const at = clock();
        const entry = { entryId, pinId, reason: 'pin_abandoned' as const, at: at.toISOString() };
        await bus.execute(new ReleaseQuota({ projectId, epoch: epoch ?? 0, month }, entry, causedBy(fact, at)));
      }
      return null;
    },
  });
